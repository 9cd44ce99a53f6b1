// libdbus-1 as a module. Variadic functions are not imported by Swift; the iterators are used instead.
#include <dbus/dbus.h>
// Not in the Glibc module.
#include <sys/eventfd.h>
