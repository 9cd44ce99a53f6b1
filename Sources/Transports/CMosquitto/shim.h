// libmosquitto as a module. The library is under the EPL 2.0 or the EDL 1.0 (BSD).
#include <mosquitto.h>

// Of OpenSSL 3 (Apache License 2.0), which libmosquitto speaks TLS by: the number of bytes that it has
// decrypted and that nobody has read. Its own headers take the compiler long.
struct tt_ssl;
int SSL_pending(const struct tt_ssl *ssl);
