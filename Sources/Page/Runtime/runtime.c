// The parts of an operating system that Swift and libsodium ask for, in a page.
//
// A page has no pages of memory to lock and no core dumps. Secrets are overwritten when they end.

#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>

// Fills memory with random bytes: crypto.getRandomValues of the page.
__attribute__((import_module("page"), import_name("random"))) void page_random(void *memory, size_t count);

// The largest size of which getRandomValues gives bytes at once.
static const size_t most_random = 65536;

void arc4random_buf(void *memory, size_t count) {
  unsigned char *bytes = memory;
  for (size_t done = 0; done < count; done += most_random) {
    size_t rest = count - done;
    page_random(bytes + done, rest < most_random ? rest : most_random);
  }
}

void randombytes_buf(void *const memory, const size_t count) { arc4random_buf(memory, count); }

int sodium_init(void) { return 0; }

void sodium_misuse(void) { __builtin_trap(); }

// The size of a secret stands before it.
enum { head = 16 };

void *sodium_malloc(const size_t count) {
  unsigned char *memory = malloc(head + count);
  if (memory == NULL) return NULL;
  *(size_t *)memory = count;
  return memory + head;
}

void sodium_free(void *secret) {
  if (secret == NULL) return;
  unsigned char *memory = (unsigned char *)secret - head;
  sodium_memzero(secret, *(size_t *)memory);
  free(memory);
}

int sodium_mprotect_readonly(void *secret) {
  (void)secret;
  return 0;
}

// A public key is a product as any other here: libsodium's table for it would be a part of the page.
int crypto_scalarmult(unsigned char *product, const unsigned char *factor, const unsigned char *point) {
  return crypto_scalarmult_curve25519(product, factor, point);
}

int crypto_scalarmult_base(unsigned char *product, const unsigned char *factor) {
  static const unsigned char base[crypto_scalarmult_BYTES] = {9};
  return crypto_scalarmult(product, factor, base);
}

void page_no_table(void *product, const unsigned char *factor) {
  (void)product;
  (void)factor;
  __builtin_trap();
}

// Nothing reads what is printed.
int putchar(int character) { return character; }

_Noreturn void abort(void) { __builtin_trap(); }
