// The parts of toml++ (libtomlplusplus-dev, MIT) that Swift needs: what a file says, with lines.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a value is.
enum tabletooth_toml_kind {
  tabletooth_toml_string,
  tabletooth_toml_integer,
  tabletooth_toml_boolean,
  // A number with a fraction, a date, or a list.
  tabletooth_toml_other,
};

// Is told of each value: its key, with dots between the names of tables, what it is, its text or its
// number, and its line. The texts end with the call.
typedef void (*tabletooth_toml_visitor)(void *context, const char *key, int kind, const char *text,
                                        int64_t number, uint32_t line);

// Reads `length` bytes of UTF-8 and tells `visit` of each value. Returns 0, or the line of the first
// mistake, of which `error` gets as much as has room, with a zero behind it.
uint32_t tabletooth_toml_read(const char *text, size_t length, void *context,
                              tabletooth_toml_visitor visit, char *error, size_t room);

#ifdef __cplusplus
}
#endif
