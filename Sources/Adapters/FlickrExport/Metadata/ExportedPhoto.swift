import ProviderKit

/// The JSON of a photo: `photo_{id}.json`.
struct ExportedPhoto {
  let document: JSONValue
  let id: String

  /// - Throws: ``ProviderFailure`` if the text is not JSON, or the JSON of another photo.
  init(_ text: String, id: String) throws(ProviderFailure) {
    document = try JSONValue(parsing: text)
    guard case .object = document, document["id"].string ?? id == id else {
      throw ProviderFailure(.malformed, "it is not the JSON of photo \(id)")
    }
    self.id = id
  }

  /// - Parameters:
  ///   - site: The site that issued the id.
  ///   - account: The owner.
  func photo(of account: ExportedAccount, site: String) -> Photo {
    var photo = Photo(
      id: id, site: site, owner: account.nsid ?? "", ownerName: account.name,
      title: document["name"].string ?? "")
    photo.about = document["description"].string.flatMap { $0.isEmpty ? nil : $0 }
    photo.pageURL = document["photopage"].string
    photo.takenAt = document["date_taken"].string.flatMap { Photo.takenAt(from: plain($0)) }
    photo.uploadedAt = document["date_imported"].string.flatMap {
      ExportedDate.seconds(in: plain($0))
    }
    photo.tags = document["tags"].array.compactMap { $0["tag"].string }
    photo.privacy = document["privacy"].string.flatMap { Self.privacies[$0] }
    photo.license = document["license"].string.flatMap(License.init(exported:))
    if let place = ExportedPlace(document["geo"]) {
      (photo.latitude, photo.longitude) = (place.latitude, place.longitude)
    }
    photo.details = details
    return photo
  }

  /// Exports write `friend & family` also for friends alone.
  private static let privacies: [String: Privacy] = [
    "public": .public, "private": .private, "friends": .friends, "friends only": .friends,
    "family": .family, "family only": .family, "friend & family": .friendsAndFamily,
    "friends & family": .friendsAndFamily,
  ]

  /// The address of the original, if it contains this photo's id: for a video that Flickr had not
  /// processed it is that of a placeholder.
  var original: String? {
    guard let address = document["original"].string, address.isWebAddress else { return nil }
    let file = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
    return file.hasPrefix(id + "_") ? address : nil
  }

  /// Whether Flickr had not processed the video, so that its file is a placeholder.
  var isUnprocessedVideo: Bool {
    document["original"].string?.contains("video_encoding") ?? false
  }

  /// A date in the format of Flickr's API: exports have fractions of seconds, and spaces after
  /// colons.
  private func plain(_ date: String) -> String {
    String(date.replacing(": ", with: ":").prefix { $0 != "." })
  }
}

/// A date of an export that is not the camera's. It has no zone; UTC is assumed, as in Flickr's API.
enum ExportedDate {
  /// Seconds since 1970; nil for an invalid date.
  static func seconds(in text: String) -> Int64? {
    guard let moment = Photo.takenAt(from: text) else { return nil }
    let fields = moment.split { "- :".contains($0) }.compactMap { Int64($0) }
    guard fields.count == 6 else { return nil }
    let (year, month, day) = (fields[0], fields[1], fields[2])
    // Days since 1970 in the proleptic Gregorian calendar: years begin in March, so that the day that leap
    // years add is their last.
    let shifted = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    return ((days * 24 + fields[3]) * 60 + fields[4]) * 60 + fields[5]
  }
}
