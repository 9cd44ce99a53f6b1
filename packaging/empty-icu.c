// An empty data file for Foundation's copy of ICU, in place of 34 MB of locales and time zones.
// Neither program uses them (docs/dev/decisions/0035-package.md). The format is that of ICU's
// own stubdata.cpp. The linker takes it for icudt76_dat (--wrap in the Makefile), which carries ICU's
// version: 76 in Swift 6.3.

#include <stdint.h>

struct DataFile {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size;
  uint16_t reserved;
  uint8_t is_big_endian;
  uint8_t is_ebcdic;
  uint8_t bytes_per_character;
  uint8_t reserved_byte;
  uint8_t format[4];
  uint8_t format_version[4];
  uint8_t data_version[4];
  uint8_t padding[8];
  uint32_t entries;
  uint32_t more[5];
};

_Alignas(16) const struct DataFile __wrap_icudt76_dat = {
  .header_size = 32,
  .magic = {0xda, 0x27},
  .info_size = 20,
  .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
  .bytes_per_character = 2,
  .format = {'T', 'o', 'C', 'P'},
  .format_version = {1},
};
