import Foundation
import MirrorCore
import ProviderKit

/// A photo as the sidecar beside it describes it: what a lost catalog knew of it, as far as the format has it.
package struct SidecarPhoto: Sendable, Hashable {
  /// In bytes; larger files are not sidecars of this program.
  package static let longest = 2 << 20

  /// The provider's name.
  package let provider: String
  /// Without renditions. Only JSON states the site and the owner's id: from XMP the site is nil, and the owner is a name.
  package let photo: Photo
  /// Of which file it is; all is unknown in a sidecar that does not say it.
  package let origin: PictureOrigin

  /// Reads the bytes of a sidecar and trusts none of them: texts are cut and cleaned as those of a listing.
  /// - Throws: ``SidecarError`` if they are not a sidecar that states the photo's provider and id.
  package init(_ bytes: [UInt8], as format: SidecarFormat) throws(SidecarError) {
    guard bytes.count <= Self.longest else { throw SidecarError("it is too large") }
    let (provider, photo, origin) =
      switch format {
      case .xmp: try Self.read(xmp: XMPLayout(of: bytes))
      case .json: try Self.read(json: bytes)
      }
    guard provider.isIdentifier else { throw SidecarError("it names no provider") }
    self.provider = provider
    self.origin = origin
    do throws(ProviderFailure) {
      self.photo = try photo.checked()
    } catch {
      throw SidecarError("it names no photo: \(error.message)")
    }
  }

  private static func read(
    json bytes: [UInt8]
  ) throws(SidecarError) -> (String, Photo, PictureOrigin) {
    guard let value = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) else {
      throw SidecarError("it is not JSON")
    }
    var photo = Photo(
      id: value["id"].string ?? "", site: value["site"].string, owner: value["owner"].string ?? "",
      ownerName: value["owner_name"].string, title: value["title"].string ?? "",
      about: value["description"].string, pageURL: value["page_url"].string,
      takenAt: value["taken_at"].string?.replacing("T", with: " "),
      uploadedAt: value["uploaded_at"].string.flatMap(seconds),
      tags: value["tags"].array.compactMap(\.string), latitude: value["latitude"].double,
      longitude: value["longitude"].double, media: value["media"].string.flatMap(MediaKind.init))
    photo.license = value["license"].string.map {
      License(name: $0, url: value["license_url"].string)
    }
    return (value["provider"].string ?? "", photo, PictureOrigin { value[$0.rawValue].string })
  }

  private static func read(
    xmp layout: XMPLayout
  ) throws(SidecarError) -> (String, Photo, PictureOrigin) {
    func texts(_ namespace: String, _ local: String) -> [String] {
      guard let node = layout.all(XMPName(namespace, local)).first?.node else { return [] }
      return node.array?.items ?? (node.text.isEmpty ? [] : [node.text])
    }
    func text(_ namespace: String, _ local: String) -> String? { texts(namespace, local).first }
    let (dc, terms) = ("http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/")
    let parts = (text(dc, "identifier") ?? "").split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { throw SidecarError("it names no photo") }
    let creator = text(dc, "creator")
    let taken =
      text(terms, "created") ?? text("http://ns.adobe.com/exif/1.0/", "DateTimeOriginal")
    let page = text(dc, "source")
    let statement = text("http://ns.adobe.com/xap/1.0/rights/", "WebStatement")
    let photo = Photo(
      id: String(parts[1]), owner: creator?.isName() == true ? creator ?? "" : "",
      ownerName: creator, title: text(dc, "title") ?? "", about: text(dc, "description"),
      pageURL: page, takenAt: taken?.replacing("T", with: " "),
      uploadedAt: text(terms, "issued").flatMap(seconds), tags: texts(dc, "subject"),
      license: text(dc, "rights").map {
        License(name: $0, url: statement == page ? nil : statement)
      })
    return (String(parts[0]), photo, PictureOrigin { text(PictureOrigin.namespace, $0.property) })
  }

  /// The seconds since 1970 of a time in UTC, as ``UTCTime`` writes it.
  private static func seconds(_ text: String) -> Int64? {
    (try? Date(text, strategy: .iso8601)).map { Int64($0.timeIntervalSince1970) }
  }
}
