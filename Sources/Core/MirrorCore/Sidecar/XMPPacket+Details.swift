import ProviderKit

/// The details of a photo for which XMP has properties.
extension XMPPacket {
  mutating func add(_ details: PhotoDetails, beside picture: SidecarPicture?) {
    if let place = details.geo { add(place) }
    let names = details.people?.map(\.shownName) ?? []
    if !names.isEmpty {
      declare("Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/")
      bag("Iptc4xmpExt:PersonInImage", names.uniqued)
    }
    guard let picture else { return }
    let turn = picture.turn(details.info)
    if let orientation = Self.orientations[turn] {
      declare("tiff", "http://ns.adobe.com/tiff/1.0/")
      text("tiff:Orientation", orientation)
    }
    add(PhotoRegion.all(of: details, in: picture, turned: turn), in: picture)
  }

  /// EXIF's numbers for pixels that are shown turned clockwise by so many degrees (CIPA DC-008, 4.6.5).
  private static let orientations = [90: "6", 180: "3", 270: "8"]

  /// The place in words. XMP has no property for a county.
  private mutating func add(_ place: PhotoGeo) {
    text("photoshop:City", place.locality)
    text("photoshop:State", place.region)
    text("photoshop:Country", place.country)
    guard let part = place.neighbourhood, !part.isEmpty else { return }
    declare("Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/")
    text("Iptc4xmpCore:Location", part)
  }

  /// Regions of the Metadata Working Group (Guidelines for Handling Image Metadata 2.0, 5.9).
  private mutating func add(_ regions: [PhotoRegion], in picture: SidecarPicture) {
    guard !regions.isEmpty else { return }
    declare("mwg-rs", "http://www.metadataworkinggroup.com/schemas/regions/")
    declare("stArea", "http://ns.adobe.com/xmp/sType/Area#")
    declare("stDim", "http://ns.adobe.com/xap/1.0/sType/Dimensions#")
    let dimensions =
      "stDim:w=\"\(picture.width)\" stDim:h=\"\(picture.height)\" stDim:unit=\"pixel\""
    element(
      """
      <mwg-rs:Regions rdf:parseType="Resource">
      <mwg-rs:AppliedToDimensions \(dimensions)/>
      <mwg-rs:RegionList><rdf:Bag>
      \(regions.map(\.item).joined(separator: "\n"))
      </rdf:Bag></mwg-rs:RegionList>
      </mwg-rs:Regions>
      """)
  }
}

/// A part of the picture that is somebody, or about which a note says something.
///
/// A person has a name. A note has none, only a description: photo libraries make a person of each name.
struct PhotoRegion {
  private let name: String?
  private let about: String?
  private let area: RegionArea

  static func all(
    of details: PhotoDetails, in picture: SidecarPicture, turned degrees: Int
  ) -> [PhotoRegion] {
    let people = details.people?.compactMap { person in
      RegionArea(person.box, in: picture, turned: degrees).map {
        PhotoRegion(name: person.shownName, about: nil, area: $0)
      }
    }
    let notes = details.notes?.compactMap { note in
      RegionArea(note.box, in: picture, turned: degrees).map {
        PhotoRegion(name: nil, about: PlainText.of(note.text), area: $0)
      }
    }
    return (people ?? []) + (notes ?? [])
  }

  /// The item of the list.
  fileprivate var item: String {
    let name = name.map {
      "<mwg-rs:Name>\(XMPPacket.escape($0))</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>"
    }
    let about = about.map {
      "<mwg-rs:Description>\(XMPPacket.escape($0))</mwg-rs:Description>"
    }
    return "<rdf:li rdf:parseType=\"Resource\">\(name ?? "")\(about ?? "")\(area.element)</rdf:li>"
  }
}

extension [String] {
  /// Each once, in their order.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
