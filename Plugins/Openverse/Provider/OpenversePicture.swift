import ProviderKit

/// The answers of the site.
enum OpenverseAnswer {
  /// - Throws: ``ProviderFailure``, with the site's message if it refused.
  static func object(_ answer: Answer) throws -> JSONValue {
    let value = try? JSONValue(parsing: answer.body)
    guard (200...299).contains(answer.status) else {
      let detail = value?["detail"].string?.cleaned(to: 200)
      let message =
        "the site answers with HTTP status \(answer.status)" + (detail.map { ": \($0)" } ?? "")
      switch answer.status {
      case 401, 403: throw ProviderFailure(.setting, message, code: answer.status)
      default: throw ProviderFailure(.source, message, code: answer.status)
      }
    }
    guard let value, case .object = value else {
      throw ProviderFailure(.malformed, "the answer is no object")
    }
    return value
  }
}

/// A picture of the catalogue, whose file is at the site that it came from.
struct OpenversePicture {
  private let value: JSONValue
  private let id: String
  private let url: String
  private let site: String?

  init?(_ value: JSONValue, site: String?) {
    guard let id = value["id"].string, OpenverseSource.isID(id), let url = value["url"].string,
      url.isWebAddress
    else { return nil }
    (self.value, self.id, self.url, self.site) = (value, id, url, site)
  }

  var photo: Photo {
    var tags = value["tags"].array.compactMap { $0["name"].string }
    if value["mature"].bool == true { tags.append("sensitive") }
    var photo = Photo(
      id: id, site: site, owner: owner, ownerName: value["creator"].string,
      title: value["title"].string ?? "", about: value["attribution"].string,
      pageURL: value["foreign_landing_url"].string, tags: tags)
    photo.license = license
    // The catalogue's lengths and pixels are those of the day on which it saw the file.
    photo.renditions = [Rendition(label: "Original", url: url)]
    return photo
  }

  /// A creator's name is unique only within the site that it came from.
  private var owner: String {
    let names = [value["source"].string, value["creator"].string].compactMap(\.self)
    return names.joined(separator: " ").cleaned(to: JointLimits.name)
  }

  /// `CC BY-SA 4.0`, `CC0 1.0`, `Public Domain Mark 1.0`.
  private var license: License? {
    guard let code = value["license"].string, !code.isEmpty else { return nil }
    let name =
      switch code {
      case "cc0": "CC0"
      case "pdm": "Public Domain Mark"
      default: "CC \(code.uppercased())"
      }
    let version = value["license_version"].string.map { " \($0)" } ?? ""
    return License(name: name + version, url: value["license_url"].string)
  }
}
