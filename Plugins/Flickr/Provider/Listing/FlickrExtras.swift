/// What a listing call asks for besides ids and titles.
enum FlickrExtras {
  /// Facts about a photo, and the address of every size.
  static let all = (facts + FlickrSize.all.map { "url_\($0.letter)" }).joined(separator: ",")

  private static let facts = [
    "date_taken", "date_upload", "description", "geo", "license", "media", "owner_name",
    "path_alias", "tags",
  ]
}
