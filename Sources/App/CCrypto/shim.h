// libcrypto of OpenSSL as a module, which libmosquitto brings along; its license is Apache 2.0.
#include <openssl/evp.h>
