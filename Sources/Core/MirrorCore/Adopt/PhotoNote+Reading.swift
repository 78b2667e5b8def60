import ProviderKit

/// Reads what tools write beside their pictures.
extension PhotoNote {
  /// From a sidecar of this program (XMP), whose `dc:identifier` is `PROVIDER:ID`; nil if it has none.
  package init?(xmp text: String) {
    guard let identifier = Self.element("dc:identifier", in: text),
      let colon = identifier.firstIndex(of: ":")
    else { return nil }
    let (provider, id) = (identifier[..<colon], identifier[identifier.index(after: colon)...])
    guard String(provider).isIdentifier, String(id).isName() else { return nil }
    self.init(
      id: String(id), provider: String(provider), page: Self.element("dc:source", in: text))
  }

  /// From a JSON object with the photo's `id`, as gallery-dl (whose `category` is the site's name),
  /// flickr_download and flickrmirrorer write it; nil if it has none.
  package init?(json value: JSONValue) {
    guard let id = value["id"].string, id.isName() else { return nil }
    let provider = value["category"].string.flatMap { $0.isIdentifier ? $0 : nil }
    self.init(id: id, provider: provider, page: value["photopage"].string)
  }

  /// The text of the first element of this name, without markup.
  private static func element(_ name: String, in text: String) -> String? {
    guard let open = text.firstRange(of: "<\(name)>"),
      let close = text[open.upperBound...].firstRange(of: "</\(name)>")
    else { return nil }
    let content = text[open.upperBound..<close.lowerBound]
    guard !content.contains("<") else { return nil }
    return String(content).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }
}
