/// What every Kth photo is, by the name of the option.
enum Every: String {
  /// It is counted in listings but left out of their pages.
  case hidden = "--hide-every"
  case video = "--video-every"
  /// Only its owner sees it.
  case `private` = "--private-every"
  /// It is sent without a length.
  case chunked = "--chunked-every"
}

/// The options of the server.
struct Options: Sendable {
  /// 0 for any free port.
  var port: UInt16 = 0
  var photoCount = 1000
  /// After how many photos their pictures repeat.
  var pictureCount = World.countLimit
  /// Whether listings carry addresses.
  var listsAddresses = true
  /// Every Kth photo has the trait.
  var every: [Every: Int] = [:]
  /// After how many signed calls a sign-in is revoked; nil for never.
  var revokeAfter: Int?
  /// Seconds before each answer.
  var latency = 0.0
  /// Bytes per second and connection for images; nil for no limit.
  var rate: Int?
  /// Calls per second; nil for no limit.
  var rateLimit: Double?
  var faults = FaultPlan()
  var wantsHelp = false

  static let help = """
    usage: FlickrServer [options]

    Speaks Flickr's REST API at http://127.0.0.1:PORT/services/rest/ over photos that it draws
    itself. Takes any key of 32 hexadecimal digits, and the key "demo". Without a key there is
    http://127.0.0.1:PORT/services/feeds/photos_public.gne (id=NSID, tags=…, format=atom or
    rss2) and photos_faves, groups_pool and photoset. Prints
    its address once it listens; ends on SIGTERM and SIGINT.

      --port PORT            0, the default: any that is free
      --photos N             how many photos there are (default 1000)
      --pictures N           after how many photos their pictures repeat, so that a measured
                             client need not wait for the drawing (default: never)
      --without-url-extras   listings carry no addresses: clients have to call getSizes
      --hide-every K         every Kth photo is counted in listings but left out of their pages,
                             which are then shorter than was asked for
      --video-every K        every Kth photo is a video; its sizes are still pictures
      --private-every K      every Kth photo is private: only its owner sees it, after a sign-in
      --revoke-after N       a sign-in is not valid any more after N signed calls
      --chunked-every K      every Kth photo comes chunked, with x-ttdb-l for a length
      --latency MS           before each answer
      --rate BYTES           per second and connection, of pictures
      --rate-limit CALLS     per second; beyond that 429 with Retry-After
      --faults KIND=SHARE,…  shares from 0 to 1
      --fault-photo ID=KIND  that photo always; may be repeated
      --seed N               for the faults (default 0)
      --help

    Kinds of faults of pictures: truncate (less than Content-Length), truncate-silent (a whole
    answer, a cut picture), reset, stall, html (with 200), placeholder (302), 403, 404, 410, 429, 503.
    Of calls: html, 429, 503, 105 (the API's error for a service that is not available), cut-call (less
    than Content-Length).

    A sign-in is at http://127.0.0.1:PORT/services/oauth/, for the account \(Photographer.all[0].nsid) and
    with the secret "\(OAuthDesk.secret)" of any key; the page to agree on shows the code at once.

    A search gives its first 4000 photos, whatever it says of their number, and then repeats the last
    page of them; it is in the order of upload, newest first or by sort=date-posted-asc.

    Albums are \(Album.all[0].id) to \(Album.all[Album.all.count - 1].id), two of each photographer:
      \(Photographer.all.map(\.nsid).joined(separator: "\n  "))
    Galleries are \(PickedGallery.all[0].id) to \(PickedGallery.all[PickedGallery.all.count - 1].id), one of each.
    Groups are \(Group.all.map { "\($0.nsid) (\($0.pathAlias))" }.joined(separator: ", ")).

    /s/0, /y/0, /ps/0 and so on redirect to the pages of albums, galleries and accounts, which answer 404.

    /stats counts calls by method, image_requests, image_bytes, distinct_images, partial_answers,
    faults by kind, and throttled calls; /reset-stats starts anew.
    /change?photo=ID changes a photo: version=N gives it another picture and other secrets, title=TEXT
    another title, state=hidden|removed|shown hides, removes or shows it.
    /change?albums=reversed reverses the order of all albums, and /change?faults=KIND=SHARE,…&seed=N
    replaces the shares of faults.
    /services/oembed/?url=PAGE says the licence and the pixels of a photo, without a key.

    """
}
