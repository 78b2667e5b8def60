#pragma once
#include <expat.h>
#include <stddef.h>
#include <stdint.h>

/// A parser that reads names with their namespaces (XML_ParserCreate_MM) and allocates at most
/// `limit` bytes; an allocation beyond that ends it with XML_ERROR_NO_MEMORY. For a document's
/// names, prefixes and attributes, expat needs about twenty times their length.
///
/// Create, use and free it on one thread; parsers that exist on a thread at the same time share the
/// limit of the last one. NULL if there is no memory.
XML_Parser expat_bounded_parser(const XML_Char *encoding, XML_Char separator, size_t limit);

// The current event's line, and its first byte and length. Expat 2.9 deprecates the functions of older versions.
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
static inline int64_t expat_line(XML_Parser parser) { return (int64_t)XML_GetCurrentLineNumber64(parser); }
static inline int64_t expat_byte(XML_Parser parser) { return XML_GetCurrentByteIndex64(parser); }
static inline int64_t expat_length(XML_Parser parser) { return (int64_t)XML_GetCurrentByteCount64(parser); }
#else
static inline int64_t expat_line(XML_Parser parser) { return (int64_t)XML_GetCurrentLineNumber(parser); }
static inline int64_t expat_byte(XML_Parser parser) { return XML_GetCurrentByteIndex(parser); }
static inline int64_t expat_length(XML_Parser parser) { return XML_GetCurrentByteCount(parser); }
#endif
