import ProviderKit

extension Manifest {
  static let flickrEndpoint = "https://api.flickr.com/services/rest/"
  static let flickrShort = "https://flic.kr/"
  static let flickrOAuth = "https://www.flickr.com/services/oauth/"

  static let flickr = Manifest(
    name: "flickr",
    version: "0.2.0",
    summary: "Flickr's photos, also your own private ones, and sites that speak its REST API",
    sources: [
      Source(usage: "recent", summary: "the newest uploads, at most 1000 photos"),
      Source(
        usage: "user/NAME",
        summary: "the photos of an account; NAME as in its address, the name that it shows, "
          + "its NSID (12345678@N00), or me for the account that is signed in"),
      Source(usage: "album/ID", summary: "the photos of an album; also album/NAME/ID"),
      Source(
        usage: "albums/NAME",
        summary: "all albums of an account in its order, then its photos in none"),
      Source(usage: "photo/ID", summary: "a single photo"),
      Source(usage: "favorites/NAME", summary: "the favorites of an account"),
      Source(usage: "person/NAME", summary: "photos that show a person"),
      Source(usage: "contacts/NAME", summary: "the photos of each contact of an account"),
      Source(usage: "group/NAME", summary: "the pool of a group"),
      Source(usage: "gallery/ID", summary: "the photos of a gallery"),
      Source(usage: "galleries/NAME", summary: "all galleries of an account"),
      Source(usage: "collection/NAME/ID", summary: "the albums of a collection"),
      Source(usage: "collections/NAME", summary: "the albums of all collections of an account"),
      Source(usage: "explore/DATE", summary: "Flickr's choice of a day, such as 2024-05-31"),
      Source(usage: "tag/TAG", summary: "the photos with a tag"),
      Source(
        usage: "search?tags=cat&license=4",
        summary:
          "the results of flickr.photos.search; at most 4000 photos if sort is not date-posted"),
    ],
    settings: [
      Setting(
        name: "endpoint", summary: "address of the REST API", defaultValue: flickrEndpoint),
      Setting(
        name: "key",
        summary: "API key, from https://www.flickr.com/services/api/keys/ "
          + "(without one, 'feed' lists the newest 20 photos)",
        environment: "FLICKR_API_KEY", isRequired: true, isSecret: true,
        alternatives: keyless),
      Setting(
        name: "oauth", summary: "address of the sign-in", defaultValue: flickrOAuth),
      Setting(
        name: "short", summary: "address of short links", defaultValue: flickrShort),
      Setting(
        name: "secret", summary: "the secret that belongs to the key; for a sign-in only",
        environment: "FLICKR_API_SECRET", isSecret: true),
      Setting(
        name: "token", summary: "token of a sign-in, from photomirror login flickr", isSecret: true),
      Setting(name: "token-secret", summary: "secret of the token", isSecret: true),
    ],
    addresses: [
      "https://www.flickr.com/photos/NAME/", "https://www.flickr.com/photos/NAME/ID/",
      "https://www.flickr.com/photos/NAME/albums/", "https://www.flickr.com/photos/NAME/albums/ID",
      "https://www.flickr.com/photos/NAME/favorites/",
      "https://www.flickr.com/photos/NAME/galleries/ID",
      "https://www.flickr.com/photos/tags/TAG/", "https://www.flickr.com/groups/NAME/",
      "https://www.flickr.com/search/?text=WORDS", "https://www.flickr.com/explore/YYYY/MM/DD",
      "https://flic.kr/p/CODE", "https://flic.kr/s/CODE",
    ],
    sizes: FlickrSize.all.map(\.label),
    requestsPerHour: 3600,
    // Where staticflickr.com and its predecessors redirect for photos that are gone or private.
    placeholders: ["photo_unavailable", "video-failure", "/pw/images/"],
    // Videos, whose boxes are checked; see FlickrVideo.
    formats: ["mp4", "mov"],
    signIn: SignIn(.flickr, endpoint: "oauth", parameters: ["perms": "read"]),
    details: PhotoDetails.Part.allCases)
}
