#define TOML_EXCEPTIONS 0
#include "ctoml.h"

#include <cstring>
#include <string>
#include <toml++/toml.h>

namespace {

struct Visit {
  void *context;
  tabletooth_toml_visitor visit;

  void tell(const std::string &key, int kind, const char *text, int64_t number,
            const toml::node &node) const {
    visit(context, key.c_str(), kind, text, number, node.source().begin.line);
  }

  void value(const std::string &key, const toml::node &node) const {
    if (const toml::table *table = node.as_table()) {
      walk(key + ".", *table);
    } else if (const auto *text = node.as_string()) {
      tell(key, tabletooth_toml_string, text->get().c_str(), 0, node);
    } else if (const auto *number = node.as_integer()) {
      tell(key, tabletooth_toml_integer, "", number->get(), node);
    } else if (const auto *truth = node.as_boolean()) {
      tell(key, tabletooth_toml_boolean, "", truth->get(), node);
    } else {
      tell(key, tabletooth_toml_other, "", 0, node);
    }
  }

  void walk(const std::string &prefix, const toml::table &table) const {
    for (auto &&[key, node] : table) value(prefix + std::string(key.str()), node);
  }
};

} // namespace

uint32_t tabletooth_toml_read(const char *text, size_t length, void *context,
                              tabletooth_toml_visitor visit, char *error, size_t room) {
  toml::parse_result result = toml::parse(std::string_view(text, length));
  if (!result) {
    const std::string_view words = result.error().description();
    const size_t count = room == 0 ? 0 : std::min(words.size(), room - 1);
    if (room > 0) {
      std::memcpy(error, words.data(), count);
      error[count] = 0;
    }
    const uint32_t line = result.error().source().begin.line;
    return line == 0 ? 1 : line;
  }
  Visit{context, visit}.walk("", result.table());
  return 0;
}
