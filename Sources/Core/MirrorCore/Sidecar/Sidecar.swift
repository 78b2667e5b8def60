import Foundation
import ProviderKit

/// A photo's metadata as the file beside it. Pure: the same photo gives the same bytes, so that a rewrite can
/// tell the values of an earlier listing from the user's.
package enum Sidecar {
  /// The bytes of a new sidecar.
  /// - Parameters:
  ///   - picture: The file that the sidecar describes; nil if unknown: then it has no regions and no digest.
  ///   - albums: Titles of albums that the photo is in; only XMP has them.
  ///   - provider: The provider's name.
  package static func bytes(
    of photo: Photo, beside picture: SidecarPicture? = nil, in albums: [String] = [],
    as format: SidecarFormat, provider: String
  ) -> [UInt8] {
    switch format {
    case .xmp: xmp(of: photo, beside: picture, in: albums, provider: provider)
    case .json: json(of: photo, beside: picture, provider: provider)
    }
  }

  /// A sidecar that says nothing but of which file it is.
  package static func bytes(of origin: PictureOrigin, as format: SidecarFormat) -> [UInt8] {
    switch format {
    case .xmp:
      var packet = XMPPacket()
      packet.add(origin)
      return packet.bytes
    case .json:
      let fields = PictureOrigin.Field.allCases.compactMap { field in
        origin[field].map { (field.rawValue, $0) }
      }
      return (try? JSONEncoder().encode(Dictionary(fields) { $1 })).map { Array($0) } ?? []
    }
  }

  /// An XMP packet (ISO 16684-1).
  static func xmp(
    of photo: Photo, beside picture: SidecarPicture? = nil, in albums: [String] = [],
    provider: String
  ) -> [UInt8] {
    var packet = XMPPacket()
    packet.alternative("dc:title", photo.title)
    packet.alternative("dc:description", photo.about.map(PlainText.of))
    packet.sequence("dc:creator", [photo.ownerName ?? photo.owner])
    packet.bag("dc:subject", photo.tags)
    let levels = photo.tags.map(asOneLevel)
    let titles = albums.map(asOneLevel)
    packet.sequence("digiKam:TagsList", levels + titles.map { albumLevel + "/" + $0 })
    packet.bag("lr:hierarchicalSubject", levels + titles.map { albumLevel + "|" + $0 })
    packet.text("dc:identifier", provider + ":" + photo.id)
    packet.bag("xmp:Identifier", [provider + ":" + photo.id])
    packet.text("dc:source", photo.pageURL)
    packet.text("photoshop:Source", photo.pageURL)
    if let license = photo.statedLicense { packet.add(license, of: photo) }
    if let taken = photo.takenAt { packet.date(taken) }
    packet.text("dcterms:issued", photo.uploadedAt.map(UTCTime.text))
    if let latitude = photo.latitude, let longitude = photo.longitude {
      packet.place(latitude, longitude)
    }
    if let details = photo.details { packet.add(details, beside: picture) }
    packet.add(picture?.origin)
    return packet.bytes
  }

  /// The tag below which the albums of a photo are.
  private static let albumLevel = "Albums"

  /// Readers divide a tag into levels: digiKam and Immich at `/`, Lightroom and darktable at `|`. In a tag and in the
  /// title of an album, both become characters that look alike, U+2215 and U+2223.
  private static func asOneLevel(_ tag: String) -> String {
    guard tag.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "|") }) else {
      return tag
    }
    return tag.replacing("/", with: "\u{2215}").replacing("|", with: "\u{2223}")
  }
}

extension XMPPacket {
  fileprivate mutating func add(_ license: License, of photo: Photo) {
    alternative("dc:rights", license.name)
    alternative("xmpRights:UsageTerms", license.name)
    text("xmpRights:Marked", license.isPublicDomain ? "False" : "True")
    text("xmpRights:WebStatement", license.url ?? photo.pageURL)
    if let url = license.url, license.isCreativeCommons {
      resource("cc:license", url)
      text("cc:attributionName", photo.ownerName ?? photo.owner)
      resource("cc:attributionURL", photo.pageURL)
    }
  }

  /// XMP writes a date that is known to the month or the year as `1905-06` and `1905` (part 1, section
  /// 8.2.1.2), and a time without a zone if that is unknown. It cannot mark a date as approximate: EDTF does
  /// that, as in library catalogs.
  fileprivate mutating func date(_ taken: String) {
    let date = String(
      String.UnicodeScalarView(
        taken.unicodeScalars.lazy.filter { $0 != "~" }.map { $0 == " " ? "T" : $0 }))
    text("exif:DateTimeOriginal", date)
    text("photoshop:DateCreated", date)
    text("dcterms:created", taken.hasSuffix("~") ? taken : nil)
  }

  fileprivate mutating func place(_ latitude: Double, _ longitude: Double) {
    guard let north = Self.coordinate(latitude, "N", "S"),
      let east = Self.coordinate(longitude, "E", "W")
    else { return }
    text("exif:GPSVersionID", "2.3.0.0")
    text("exif:GPSLatitude", north)
    text("exif:GPSLongitude", east)
  }

  /// Degrees and decimal minutes, the format of XMP's GPSCoordinate (part 2, section 2.6).
  private static func coordinate(
    _ degrees: Double, _ positive: String, _ negative: String
  ) -> String? {
    guard degrees.isFinite, degrees.magnitude <= 180 else { return nil }
    let millionths = Int((degrees.magnitude * 60_000_000).rounded())
    let fraction = String(millionths % 1_000_000 + 1_000_000).dropFirst()
    let minutes = millionths / 1_000_000
    return "\(minutes / 60),\(minutes % 60).\(fraction)\(degrees < 0 ? negative : positive)"
  }
}

extension License {
  fileprivate var isCreativeCommons: Bool { address.hasPrefix("creativecommons.org/") }

  /// XMP calls such a work "not marked as rights-managed".
  fileprivate var isPublicDomain: Bool {
    ["creativecommons.org/publicdomain/", "flickr.com/commons/usage", "usa.gov/"].contains {
      address.hasPrefix($0)
    }
  }

  /// Without scheme and `www.`.
  private var address: String {
    guard let url else { return "" }
    let slash = UInt8(ascii: "/")
    let rest = String(Substring(url.utf8.drop { $0 != slash }.drop { $0 == slash }))
    return rest.hasPrefix("www.") ? String(rest.dropFirst(4)) : rest
  }
}
