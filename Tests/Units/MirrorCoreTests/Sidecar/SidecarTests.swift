import Foundation
import ProviderKit
import Testing

@testable import MirrorCore

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct SidecarTests {
  private func parsed(_ photo: Photo) throws -> (text: String, elements: [String]) {
    let bytes = Data(Sidecar.xmp(of: photo, provider: "flickr"))
    let reader = ElementReader()
    let parser = XMLParser(data: bytes)
    parser.delegate = reader
    #expect(parser.parse(), "not well-formed: \(String(decoding: bytes, as: UTF8.self))")
    return (reader.text, reader.elements)
  }

  @Test("A sidecar holds a photo's metadata in the properties that photo libraries read")
  func properties() throws {
    let photo = Photo(
      id: "5", owner: "12@N07", ownerName: "Ann", title: "T <&> \"q\"", about: "about",
      pageURL: "https://example.org/5", takenAt: "2024-05-01 06:10:00", tags: ["cat", "a&b"],
      license: License(name: "CC BY", url: "https://creativecommons.org/licenses/by/4.0/"),
      latitude: -33.5,
      longitude: 151.25)
    let (text, elements) = try parsed(photo)
    for name in [
      "dc:title", "dc:creator", "dc:rights", "dc:subject", "digiKam:TagsList",
      "exif:DateTimeOriginal", "exif:GPSLatitude", "cc:license", "xmpRights:WebStatement",
      "xmpRights:UsageTerms",
    ] { #expect(elements.contains(name), "no \(name)") }
    for value in ["T <&> \"q\"", "a&b", "2024-05-01T06:10:00", "33,30.000000S", "151,15.000000E"] {
      #expect(text.contains(value), "no \(value)")
    }
  }

  @Test(
    "A sidecar's date is as precise as it is known, and an estimated date is marked as such",
    arguments: [
      ("1905-06", "1905-06", nil), ("1905", "1905", nil), ("1905~", "1905", "1905~"),
      ("2024-05-01 06:10:00", "2024-05-01T06:10:00", nil),
    ])
  func dates(taken: String, date: String, guess: String?) {
    let photo = Photo(id: "5", owner: "o", takenAt: taken)
    let packet = String(decoding: Sidecar.xmp(of: photo, provider: "flickr"), as: UTF8.self)
    #expect(packet.contains("<exif:DateTimeOriginal>\(date)</exif:DateTimeOriginal>"))
    #expect(packet.contains("<photoshop:DateCreated>\(date)</photoshop:DateCreated>"))
    #expect(packet.contains("<dcterms:created>") == (guess != nil))
    if let guess { #expect(packet.contains("<dcterms:created>\(guess)</dcterms:created>")) }
  }

  @Test("A sidecar omits the properties of missing values")
  func bare() throws {
    let elements = try parsed(Photo(id: "5", owner: "o")).elements
    #expect(!elements.contains("dc:title") && !elements.contains("exif:GPSLatitude"))
  }

  @Test("Control characters and invalid numbers leave a sidecar well-formed")
  func hostile() throws {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap(Unicode.Scalar.init)))
    let photo = Photo(
      id: "5", owner: "o", title: controls + "\u{FFFE}\u{FFFF}]]>", tags: [controls],
      latitude: .nan, longitude: .infinity)
    let (text, elements) = try parsed(photo)
    #expect(text.contains("]]>"))
    #expect(!elements.contains("exif:GPSLatitude"))
  }
}

private final class ElementReader: NSObject, XMLParserDelegate {
  var elements: [String] = []
  var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) { elements.append(name) }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
