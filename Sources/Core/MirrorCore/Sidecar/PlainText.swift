import ProviderKit

/// A description without markup, as metadata readers show it.
package enum PlainText {
  /// The text of HTML; the address of a link follows its words in parentheses. Text without markup is
  /// returned as it is. Takes time in proportion to the length.
  package static func of(_ description: String) -> String {
    guard description.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
    else { return description }
    var links = LinkSpelling()
    var rest = description[...]
    while let mark = rest.firstIndex(of: "<") {
      links.add(rest[..<mark])
      rest = rest[mark...]
      let end = rest.firstIndex(of: ">").map { rest.index(after: $0) } ?? rest.endIndex
      links.add(tag: rest[..<end])
      rest = rest[end...]
    }
    links.add(rest)
    // Sites whose descriptions have no blocks, such as Flickr, break lines where the text does.
    let html = links.hasBlocks ? links.html : links.html.replacing("\n", with: "<br>")
    return HTMLText.of(html: html)
  }
}

/// HTML in which the address of a link follows its words: `words (ADDRESS)`, unless the words contain it.
private struct LinkSpelling {
  private(set) var html = ""
  private(set) var hasBlocks = false
  /// The address of the open link, and the words since its tag.
  private var link: (address: String, words: String)?

  mutating func add(_ text: Substring) {
    html += text
    link?.words += text
  }

  mutating func add(tag: Substring) {
    let name = tag.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    if HTMLText.blocks.contains(name) { hasBlocks = true }
    if name == "a" {
      if let link, !link.address.isEmpty, !link.words.contains(link.address) {
        html += " (\(link.address))"
      }
      link = tag.hasPrefix("</") ? nil : (Self.address(in: tag), "")
    }
    html += tag
  }

  /// The value of `href`, still with its character references; empty if none.
  private static func address(in tag: Substring) -> String {
    guard let name = tag.firstRange(of: "href") ?? tag.firstRange(of: "HREF") else { return "" }
    let value = tag[name.upperBound...].drop { $0 == " " }
    guard value.first == "=" else { return "" }
    let rest = value.dropFirst().drop { $0 == " " }
    if let quote = rest.first, quote == "\"" || quote == "'" {
      return String(rest.dropFirst().prefix { $0 != quote })
    }
    return String(rest.prefix { $0 != ">" && $0 != " " })
  }
}
