// What the C library's heap may be told, which the module Glibc leaves out.
#include <malloc.h>
