#include "catalogue.h"

static const char chinese[] = {
#embed "../../../po/zh_CN.po"
    , 0};

const char *tabletooth_chinese_catalogue(void) { return chinese; }
