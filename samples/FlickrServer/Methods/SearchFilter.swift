/// What flickr.photos.search asks for.
struct SearchFilter {
  private let userID: String?
  private let wantedTags: [String]
  private let unwantedTags: [String]
  private let needsAllTags: Bool
  private let words: [String]
  private let licences: Set<String>
  private let uploaded: ClosedRange<Int>

  /// Nil where nothing is asked for: such searches are refused.
  init?(_ call: Call) {
    let tags = call.list("tags").map { $0.lowercased() }
    userID = call["user_id"]
    wantedTags = tags.filter { !$0.hasPrefix("-") }
    unwantedTags = tags.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
    needsAllTags = call["tag_mode"] == "all"
    words = (call["text"] ?? "").lowercased().split(separator: " ").map(String.init)
    licences = Set(call.list("license"))
    let earliest = call["min_upload_date"].flatMap { Int($0) } ?? .min
    uploaded = earliest...max(earliest, call["max_upload_date"].flatMap { Int($0) } ?? .max)
    let isEmpty = tags.isEmpty && words.isEmpty && licences.isEmpty && userID == nil
    guard !isEmpty || uploaded != .min ... .max else { return nil }
  }

  func contains(_ photo: Photo) -> Bool {
    guard userID == nil || photo.owner.nsid == userID else { return false }
    guard licences.isEmpty || licences.contains(String(photo.licence)) else { return false }
    return uploaded.contains(photo.uploaded) && hasTags(photo) && hasWords(photo)
  }

  private func hasTags(_ photo: Photo) -> Bool {
    guard !wantedTags.isEmpty || !unwantedTags.isEmpty else { return true }
    let tags = Set(photo.tags)
    guard tags.isDisjoint(with: unwantedTags) else { return false }
    guard !wantedTags.isEmpty else { return true }
    return needsAllTags ? tags.isSuperset(of: wantedTags) : !tags.isDisjoint(with: wantedTags)
  }

  private func hasWords(_ photo: Photo) -> Bool {
    guard !words.isEmpty else { return true }
    let text = "\(photo.title) \(photo.description) \(photo.tags.joined(separator: " "))"
      .lowercased()
    return words.allSatisfy(text.contains)
  }
}
