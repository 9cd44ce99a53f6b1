// libsodium as a module: cryptography and memory for secrets. The library is under the ISC license.
#include <sodium.h>
