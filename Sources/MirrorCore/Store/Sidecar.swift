import ProviderKit

/// A photo's metadata as an XMP packet (ISO 16684-1), for a file beside the photo: `name.jpg.xmp`,
/// which Immich, digiKam, darktable and PhotoPrism read.
enum Sidecar {
  /// - Parameter provider: The provider's name.
  static func xmp(of photo: Photo, provider: String) -> [UInt8] {
    var body = XMPBody()
    body.alternative("dc:title", photo.title)
    body.alternative("dc:description", photo.about)
    body.sequence("dc:creator", [photo.ownerName ?? photo.owner])
    body.alternative("dc:rights", photo.license?.name)
    body.bag("dc:subject", photo.tags)
    body.sequence("digiKam:TagsList", photo.tags)
    body.text("dc:identifier", provider + ":" + photo.id)
    body.text("dc:source", photo.pageURL)
    body.text("photoshop:Source", photo.pageURL)
    body.text("xmpRights:WebStatement", photo.license?.url)
    body.resource("cc:license", photo.license?.url)
    if let taken = photo.takenAt { body.date(taken) }
    if let latitude = photo.latitude, let longitude = photo.longitude {
      body.text("exif:GPSLatitude", coordinate(latitude, positive: "N", negative: "S"))
      body.text("exif:GPSLongitude", coordinate(longitude, positive: "E", negative: "W"))
    }
    return Array(body.packet.utf8)
  }

  /// Degrees and decimal minutes, the format of XMP's GPSCoordinate (part 2, section 2.6).
  private static func coordinate(_ degrees: Double, positive: String, negative: String) -> String? {
    guard degrees.isFinite, degrees.magnitude <= 180 else { return nil }
    let millionths = Int((degrees.magnitude * 60_000_000).rounded())
    let fraction = String(millionths % 1_000_000 + 1_000_000).dropFirst()
    let minutes = millionths / 1_000_000
    return "\(minutes / 60),\(minutes % 60).\(fraction)\(degrees < 0 ? negative : positive)"
  }
}

/// The properties of one RDF description, escaped.
private struct XMPBody {
  private var lines: [String] = []

  mutating func text(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    lines.append("<\(name)>\(escape(value))</\(name)>")
  }

  mutating func resource(_ name: String, _ url: String?) {
    guard let url, !url.isEmpty else { return }
    lines.append("<\(name) rdf:resource=\"\(escape(url))\"/>")
  }

  mutating func alternative(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    let item = "<rdf:li xml:lang=\"x-default\">\(escape(value))</rdf:li>"
    lines.append("<\(name)><rdf:Alt>\(item)</rdf:Alt></\(name)>")
  }

  /// XMP writes a date that is known to the month or the year as `1905-06` and `1905` (part 1, section
  /// 8.2.1.2). It cannot mark a date as approximate: EDTF does that, as in library catalogs.
  mutating func date(_ taken: String) {
    let date = taken.replacing(" ", with: "T").replacing("~", with: "")
    text("exif:DateTimeOriginal", date)
    text("photoshop:DateCreated", date)
    text("dcterms:created", taken.hasSuffix("~") ? taken : nil)
  }

  mutating func bag(_ name: String, _ values: [String]) { array(name, "Bag", values) }

  mutating func sequence(_ name: String, _ values: [String]) { array(name, "Seq", values) }

  private mutating func array(_ name: String, _ kind: String, _ values: [String]) {
    let items = values.filter { !$0.isEmpty }.map { "<rdf:li>\(escape($0))</rdf:li>" }
    guard !items.isEmpty else { return }
    lines.append("<\(name)><rdf:\(kind)>\(items.joined())</rdf:\(kind)></\(name)>")
  }

  /// Escapes markup, and removes characters that XML 1.0 (section 2.2) allows in no form.
  private func escape(_ text: String) -> String {
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

  var packet: String {
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
     xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
     xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">
    \(lines.joined(separator: "\n"))
    </rdf:Description>
    </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>

    """
  }
}
