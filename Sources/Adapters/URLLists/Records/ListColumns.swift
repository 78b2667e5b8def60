import ProviderKit

/// Which member of a record is what of a photo.
struct ListColumns {
  enum Field: String, CaseIterable {
    case url, id, title, about, owner, page, date, tags, license, latitude, longitude
    case width, height, bytes, md5, sha1, sha256

    /// Names that data sets use, in lower case.
    var names: [String] {
      switch self {
      case .url: ["url", "image_url", "imageurl", "img_url", "image", "link", "src", "address"]
      case .id: ["id", "key", "image_id", "imageid", "photo_id"]
      case .title: ["title", "name", "caption", "text", "alt"]
      case .about: ["about", "description", "summary"]
      case .owner: ["owner", "author", "creator", "artist", "photographer"]
      case .page: ["page", "page_url", "landing_url", "foreign_landing_url", "source"]
      case .date: ["date", "taken_at", "takenat", "date_taken", "created"]
      case .tags: ["tags", "keywords"]
      case .license: ["license", "licence", "rights"]
      case .latitude: ["latitude", "lat"]
      case .longitude: ["longitude", "lon", "lng"]
      case .width: ["width"]
      case .height: ["height"]
      case .bytes: ["bytes", "size", "filesize", "byte_count", "original_size"]
      case .md5: ["md5", "original_md5", "md5hash", "md5_hash", "content_md5"]
      case .sha1: ["sha1", "sha1hash", "sha1_hash"]
      case .sha256: ["sha256", "sha256hash", "sha256_hash", "sha256sum"]
      }
    }

    /// Whether a value is one of the words that programs write for a missing number, digest, date or address.
    func isMissing(_ value: String) -> Bool {
      switch self {
      case .title, .about, .owner, .tags, .license, .id: false
      default: ["nan", "na", "n/a", "none", "null", "\\n"].contains(value.lowercased())
      }
    }
  }

  /// The name of the member for each field, in lower case.
  private var chosen: [Field: [String]] = [:]

  /// - Parameter parameters: Those of the source: `url=LINK` names the member with the address.
  init(_ parameters: [String: String]) throws(ProviderFailure) {
    for field in Field.allCases { chosen[field] = field.names }
    for (name, member) in parameters {
      guard let field = Field(rawValue: name), !member.isEmpty else {
        throw ProviderFailure(
          .source, "a list has no \"\(name.cleaned(to: 80))\"",
          hint: "write NAME=COLUMN with one of these names: "
            + Field.allCases.map(\.rawValue).joined(separator: ", "))
      }
      chosen[field] = [member.lowercased()]
    }
  }

  /// The values of a record by field; empty ones are left out.
  func values(of record: [String: String]) -> [Field: String] {
    var values: [Field: String] = [:]
    for (field, names) in chosen {
      for name in names {
        guard let value = record[name], !value.isEmpty, !field.isMissing(value) else { continue }
        values[field] = value
        break
      }
    }
    return values
  }
}
