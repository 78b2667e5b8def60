import ProviderKit

extension Manifest {
  static let flickrEndpoint = "https://api.flickr.com/services/rest/"

  static let flickr = Manifest(
    name: "flickr",
    version: "0.1.0",
    summary: "Flickr's public photos, and sites that speak its REST API",
    sources: [
      Source(usage: "recent", summary: "what was uploaded last, at most 1000 photos"),
      Source(
        usage: "user/NAME",
        summary:
          "the public photos of an account; NAME as in its address, or its NSID: 12345678@N00"),
      Source(usage: "album/ID", summary: "the photos of an album; also album/NAME/ID"),
      Source(usage: "photo/ID", summary: "a single photo"),
      Source(usage: "favorites/NAME", summary: "the public favorites of an account"),
      Source(usage: "group/NAME", summary: "the pool of a group"),
      Source(usage: "gallery/ID", summary: "the photos of a gallery"),
      Source(
        usage: "search?tags=cat&license=4",
        summary: "what flickr.photos.search finds; at most 4000 photos if sort is not date-posted"),
    ],
    settings: [
      Setting(
        name: "endpoint", summary: "address of the REST API", defaultValue: flickrEndpoint),
      Setting(
        name: "key",
        summary: "API key, from https://www.flickr.com/services/api/keys/ "
          + "(without one, 'feed' has the newest 20 photos)",
        environment: "FLICKR_API_KEY", isRequired: true, isSecret: true),
    ],
    addresses: [
      "https://www.flickr.com/photos/NAME/", "https://www.flickr.com/photos/NAME/ID/",
      "https://www.flickr.com/photos/NAME/albums/ID",
      "https://www.flickr.com/photos/NAME/favorites/",
      "https://www.flickr.com/photos/NAME/galleries/ID",
      "https://www.flickr.com/photos/tags/TAG/", "https://www.flickr.com/groups/NAME/",
      "https://www.flickr.com/search/?text=WORDS", "https://flic.kr/p/CODE",
    ],
    sizes: FlickrSize.all.map(\.label),
    requestsPerHour: 3600,
    // Where staticflickr.com and its predecessors redirect for photos that are gone or private.
    placeholders: ["photo_unavailable", "video-failure", "/pw/images/"])
}
