// toml++ 3.3 does not check the first character of a key in a table's header: it only asserts it, and in a build
// without assertions assumes it. So a failed assertion is an exception, and none leaves toml_read().
#undef NDEBUG
namespace {
struct unexpected_character {};
[[noreturn]] void refuse() { throw unexpected_character(); }
}  // namespace
#define TOML_ASSERT(condition) ((condition) ? static_cast<void>(0) : refuse())
#define TOML_EXCEPTIONS 1
#define TOML_HEADER_ONLY 1
#define TOML_MAX_NESTED_VALUES 16
#define TOML_ENABLE_FORMATTERS 0
#include "CTOML.h"

#include <toml++/toml.h>

#include <cctype>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

namespace {

struct Walk {
  toml_receiver receiver;
  void *context;
  /// The keys of the current value, each with a NUL byte at its end.
  std::string keys;

  void report(const toml::node &node, toml_kind kind, std::string_view text, bool is_element) {
    toml_value value = {
        kind,        keys.data(), keys.size(), is_element, text.data(),
        text.size(), static_cast<unsigned>(node.source().begin.line)};
    receiver(context, &value);
  }

  void leaf(const toml::node &node, bool is_element) {
    if (auto string = node.as_string()) {
      report(node, toml_string, string->get(), is_element);
    } else if (auto integer = node.as_integer()) {
      report(node, toml_integer, std::to_string(integer->get()), is_element);
    } else if (auto boolean = node.as_boolean()) {
      report(node, toml_boolean, boolean->get() ? "true" : "false", is_element);
    } else {
      report(node, toml_other, "", is_element);
    }
  }

  void value(const toml::node &node) {
    if (auto inner = node.as_table()) {
      table(*inner);
    } else if (auto array = node.as_array()) {
      report(node, toml_array, "", false);
      for (auto &element : *array) leaf(element, true);
    } else {
      leaf(node, false);
    }
  }

  void table(const toml::table &table) {
    report(table, toml_table, "", false);
    const auto size = keys.size();
    for (auto &&[key, node] : table) {
      // A key with a NUL byte would be read as two.
      std::string_view name = key.str();
      keys.append(name.substr(0, name.find('\0'))).push_back('\0');
      value(node);
      keys.resize(size);
    }
  }
};

void fail(toml_error *error, std::string_view reason, unsigned line, unsigned column) {
  std::snprintf(
      error->reason, sizeof error->reason, "%.*s", static_cast<int>(reason.size()), reason.data());
  error->line = line;
  error->column = column;
}

/// The first line whose table has no valid name; 0 if there is none.
unsigned line_of_header(std::string_view text) {
  for (unsigned line = 1; !text.empty(); line++) {
    auto end = text.find('\n');
    auto here = text.substr(0, end);
    auto begin = here.find_first_not_of(" \t");
    if (begin != here.npos && here[begin] == '[') {
      auto key = here.find_first_not_of("[ \t", begin);
      if (key != here.npos && !std::isalnum(static_cast<unsigned char>(here[key])) &&
          !std::strchr("-_\"']", here[key]))
        return line;
      if (here.substr(begin, 3) == "[[[") return line;
    }
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
  }
  return 0;
}

}  // namespace

extern "C" bool toml_read(
    const char *text, size_t size, toml_receiver receiver, void *context, toml_error *error) {
  std::string_view document(text, size);
  try {
    Walk{receiver, context, {}}.table(toml::parse(document));
    return true;
  } catch (const toml::parse_error &reason) {
    auto place = reason.source().begin;
    fail(error, reason.description(), place.line, place.column);
  } catch (const unexpected_character &) {
    fail(error, "the table's header has no valid name", line_of_header(document), 0);
  } catch (const std::exception &reason) {
    fail(error, reason.what(), 0, 0);
  }
  return false;
}
