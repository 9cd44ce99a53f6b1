// libmosquitto as a module: MQTT 5 and 3.1.1. The library is under the EPL 2.0 or the EDL 1.0 (BSD).
#include <mosquitto.h>
#include <mqtt_protocol.h>

// Of OpenSSL 3 (Apache License 2.0), which libmosquitto speaks TLS by: what lets bytes be looked at
// before libmosquitto reads them. Its own headers take the compiler long.
struct tt_ssl;
struct tt_bio;
int SSL_in_init(const struct tt_ssl *ssl);
int SSL_pending(const struct tt_ssl *ssl);
int SSL_peek(struct tt_ssl *ssl, void *bytes, int count);
int SSL_get_error(const struct tt_ssl *ssl, int result);
void SSL_set0_rbio(struct tt_ssl *ssl, struct tt_bio *bio);
const void *BIO_s_mem(void);
struct tt_bio *BIO_new(const void *type);
int BIO_write(struct tt_bio *bio, const void *bytes, int count);
long BIO_ctrl(struct tt_bio *bio, int command, long number, void *pointer);
void ERR_clear_error(void);
