#pragma once
#include <expat.h>
#include <stddef.h>

/// A parser that reads names with their namespaces (XML_ParserCreate_MM) and allocates at most
/// `limit` bytes; an allocation beyond that ends it with XML_ERROR_NO_MEMORY. For a document's
/// names, prefixes and attributes, expat needs about twenty times their length.
///
/// Create, use and free it on one thread; parsers that exist on a thread at the same time share the
/// limit of the last one. NULL if there is no memory.
XML_Parser expat_bounded_parser(const XML_Char *encoding, XML_Char separator, size_t limit);
