import ProviderKit

extension Manifest {
  /// The public feeds that show the newest 20 photos of a source (https://www.flickr.com/services/feeds/).
  /// They know accounts and groups by NSIDs only.
  static let keyless = [
    alternative("recent", "photos_public.gne", "20 photos of everybody"),
    alternative("user/{number}@N{series}", "photos_public.gne?id={number}@N{series}"),
    alternative("favorites/{number}@N{series}", "photos_faves.gne?nsid={number}@N{series}"),
    alternative("group/{number}@N{series}", "groups_pool.gne?id={number}@N{series}"),
    alternative(
      "album/{number}@N{series}/{album}", "photoset.gne?set={album}&nsid={number}@N{series}"),
    alternative("search?tags={tags}", "photos_public.gne?tags={tags}"),
    alternative("user/{name}", "photos_public.gne?id=NSID"),
    alternative("favorites/{name}", "photos_faves.gne?nsid=NSID"),
    alternative("group/{name}", "groups_pool.gne?id=NSID"),
    alternative("album/{album}", "photoset.gne?set={album}&nsid=NSID"),
    alternative("album/{name}/{album}", "photoset.gne?set={album}&nsid=NSID"),
  ]

  private static func alternative(
    _ source: String, _ feed: String, _ what: String = "20 of its photos"
  ) -> Setting.Alternative {
    Setting.Alternative(
      source: source,
      hint:
        "without a key, 'photomirror sync https://www.flickr.com/services/feeds/\(feed)' has the newest "
        + what + "; run it often enough that none is missed")
  }
}
