#pragma once
#include <expat.h>
#include <stddef.h>

/// A parser that reads names with their namespaces (XML_ParserCreate_MM), and never holds more than
/// `limit` bytes: what would need more ends as XML_ERROR_NO_MEMORY. A document's names, prefixes and
/// attributes take expat some twenty times their length.
///
/// Create, use and free it on one thread; parsers that a thread has at the same time share the limit of
/// the last one. NULL if there is no memory.
XML_Parser expat_bounded_parser(const XML_Char *encoding, XML_Char separator, size_t limit);
