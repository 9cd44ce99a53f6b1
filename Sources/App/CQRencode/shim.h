// libqrencode as a module; its license is LGPL 2.1 or later.
#include <qrencode.h>
