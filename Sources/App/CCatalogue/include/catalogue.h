// po/zh_CN.po, which the program carries with it.
#pragma once

// The whole file, with a zero behind it.
const char *_Nonnull tabletooth_chinese_catalogue(void);
