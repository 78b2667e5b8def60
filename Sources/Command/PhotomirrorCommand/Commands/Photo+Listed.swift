import Console
import MirrorCore
import ProviderKit

extension Photo {
  /// A row of the table.
  var cells: [String] {
    let largest = SizePolicy.largest.choose(from: files)
    let pixels = largest.flatMap { size in
      size.width.flatMap { width in size.height.map { "\(width)x\($0)" } }
    }
    return [id, day ?? "", ownerName ?? owner, pixels ?? largest?.label ?? "?", title]
  }

  /// The date, or as much of it as is known, for people.
  private var day: String? {
    takenAt.map { $0.hasSuffix("~") ? "circa \($0.dropLast())" : String($0.prefix(10)) }
  }
}

extension JSONObject {
  /// With every key, whatever is known.
  init(_ photo: Photo) {
    self.init()
    set("id", photo.id)
    set("owner", photo.owner)
    set("owner_name", photo.ownerName)
    set("title", photo.title)
    set("taken_at", photo.takenAt?.replacing(" ", with: "T"))
    set("uploaded_at", secondsSince1970: photo.uploadedAt)
    set("page_url", photo.pageURL)
    set("license", photo.license?.name)
    set("tags", photo.tags)
    set("sizes", photo.files.map(JSONObject.init))
  }

  private init(_ rendition: Rendition) {
    self.init()
    set("label", rendition.label)
    set("width", rendition.width)
    set("height", rendition.height)
    set("url", rendition.url)
  }
}
