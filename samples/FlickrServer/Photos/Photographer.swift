/// Someone whose photos these are.
struct Photographer: Sendable {
  let nsid: String
  let username: String
  /// Nil where Flickr leaves it out.
  let realName: String?
  /// Nil and empty both mean none, as at Flickr.
  let pathAlias: String?

  static let all = [
    Photographer(
      nsid: "10000001@N00", username: "harbourlight", realName: "Ada Lindqvist",
      pathAlias: "harbourlight"),
    Photographer(
      nsid: "20000002@N01", username: "Łódź nocą", realName: "Zbigniew Żółć", pathAlias: nil),
    Photographer(nsid: "30000003@N02", username: "山田 花子", realName: nil, pathAlias: ""),
    Photographer(
      nsid: "40000004@N03", username: "عين الصقر", realName: "ليلى حداد", pathAlias: "ayn-al-saqr"),
    Photographer(
      nsid: "50000005@N04", username: "O'Brien & \"Sons\" <film>", realName: "", pathAlias: nil),
    Photographer(
      nsid: "60000006@N07", username: "🦊 fox/den", realName: "R. Fuchs", pathAlias: "foxden"),
    Photographer(
      nsid: "70000007@N08", username: "city.archive", realName: "City Archive",
      pathAlias: "city_archive"),
  ]

  /// What an address has in the photographer's place.
  var pathName: String {
    guard let pathAlias, !pathAlias.isEmpty else { return nsid }
    return pathAlias
  }
}
