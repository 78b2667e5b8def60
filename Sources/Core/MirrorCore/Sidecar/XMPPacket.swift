/// The properties of one XMP packet, escaped.
struct XMPPacket {
  private var lines: [String] = []
  /// Declarations of namespaces that few packets need.
  private var declarations = ""

  mutating func text(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    lines.append("<\(name)>\(Self.escape(value))</\(name)>")
  }

  mutating func resource(_ name: String, _ url: String?) {
    guard let url, !url.isEmpty else { return }
    lines.append("<\(name) rdf:resource=\"\(Self.escape(url))\"/>")
  }

  mutating func alternative(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    let item = "<rdf:li xml:lang=\"x-default\">\(Self.escape(value))</rdf:li>"
    lines.append("<\(name)><rdf:Alt>\(item)</rdf:Alt></\(name)>")
  }

  mutating func bag(_ name: String, _ values: [String]) { array(name, "Bag", values) }

  mutating func sequence(_ name: String, _ values: [String]) { array(name, "Seq", values) }

  /// An element that is escaped already.
  mutating func element(_ text: String) { lines.append(text) }

  /// Declares a prefix besides those that every packet declares.
  mutating func declare(_ prefix: String, _ namespace: String) {
    declarations += "\n xmlns:\(prefix)=\"\(namespace)\""
  }

  private mutating func array(_ name: String, _ kind: String, _ values: [String]) {
    let items = values.filter { !$0.isEmpty }.map { "<rdf:li>\(Self.escape($0))</rdf:li>" }
    guard !items.isEmpty else { return }
    lines.append("<\(name)><rdf:\(kind)>\(items.joined())</rdf:\(kind)></\(name)>")
  }

  /// Escapes markup, and removes characters that XML 1.0 (section 2.2) allows in no form.
  static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: isEscaped) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": continue
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Whether a byte may begin or be a character that is not written as it is.
  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
    case 32...126: false
    default: true
    }
  }

  var bytes: [UInt8] { Array(packet.utf8) }

  private var packet: String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about=""
     xmlns:dc="http://purl.org/dc/elements/1.1/"
     xmlns:cc="http://creativecommons.org/ns#"
     xmlns:dcterms="http://purl.org/dc/terms/"
     xmlns:digiKam="http://www.digikam.org/ns/1.0/"
     xmlns:exif="http://ns.adobe.com/exif/1.0/"
     xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
     xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
     xmlns:xmp="http://ns.adobe.com/xap/1.0/"
     xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"\(declarations)>
    \(lines.joined(separator: "\n"))
    </rdf:Description>
    </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>

    """
  }
}
