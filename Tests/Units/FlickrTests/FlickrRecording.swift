import ProviderKit
import ProviderTesting

/// Answers in the forms that Flickr's have, including their inconsistent types.
enum FlickrRecording {
  static let all: [Recorded] = [
    .page(PageQuery(selector: "recent"), Answer(body: recent)),
    .page(PageQuery(selector: "recent", cursor: "2"), Answer(body: lastOfRecent)),
    .page(PageQuery(selector: "user/12037949754@N01"), Answer(body: lastOfRecent)),
    .resolution(PageQuery(selector: "user/bees"), Answer(body: user)),
    .resolution(
      PageQuery(selector: "favorites/Some%20Name", cursor: "shown-name"), Answer(body: user)),
    .page(
      PageQuery(selector: "user/bees", resolved: "12037949754@N01"), Answer(body: recent)),
    .resolution(PageQuery(selector: "group/fog-lovers"), Answer(body: group)),
    .page(
      PageQuery(selector: "group/fog-lovers", resolved: "1000001@N20", cursor: "2"),
      Answer(body: lastOfRecent)),
    .page(PageQuery(selector: "albums/1@N01"), Answer(body: albums)),
    .page(PageQuery(selector: "galleries/1@N01"), Answer(body: galleries)),
    .page(PageQuery(selector: "contacts/1@N01"), Answer(body: contacts)),
    .page(PageQuery(selector: "collections/1@N01"), Answer(body: collections)),
    .page(PageQuery(selector: "explore/2024-05-31"), Answer(body: lastOfRecent)),
    .page(PageQuery(selector: "tag/cat"), Answer(body: recent)),
    .page(PageQuery(selector: "person/1@N01"), Answer(body: person)),
    .sources(PageQuery(selector: "user/1@N01"), Answer(body: account)),
    .sources(PageQuery(selector: "user/1@N01", cursor: "albums"), Answer(body: albums)),
    .sources(PageQuery(selector: "user/1@N01", cursor: "groups"), Answer(body: groups)),
    .page(PageQuery(selector: "favorites/12037949754@N01"), Answer(body: recent)),
    .page(PageQuery(selector: "gallery/72157650000000002"), Answer(body: lastOfRecent)),
    .page(PageQuery(selector: "photo/51035555243"), Answer(body: info)),
    .page(PageQuery(selector: "album/72157650000000001"), Answer(body: album)),
    .page(PageQuery(selector: "search", parameters: ["tags": "cat"]), Answer(body: recent)),
    .page(
      PageQuery(selector: "search", parameters: ["tags": "cat"], cursor: "8"),
      Answer(body: recent.replacing("\"2\"", with: "19").replacing("\"6\"", with: "9300"))),
    .page(
      PageQuery(selector: "search", parameters: ["tags": "cat", "sort": "relevance"], cursor: "8"),
      Answer(body: recent.replacing("\"2\"", with: "19").replacing("\"6\"", with: "9300"))),
    .renditions(PhotoQuery(photo: Photo(id: "51035555243", owner: "x")), Answer(body: sizes)),
  ]

  /// The first page of two, with a photo that has all metadata, one without any, a video and an
  /// entry without an id.
  static let recent = """
    {"photos":{"page":1,"pages":"2","perpage":500,"total":"6","photo":[
    {"id":"51035555243","owner":"12037949754@N01","secret":"a1","server":"65535","farm":66,
    "title":"Katze \\u00fc\\ud83d\\ude00","ispublic":1,"isfriend":0,"isfamily":0,"license":"4",
    "description":{"_content":"Line one\\nand <b>two<\\/b>"},"o_width":"4000","o_height":"3000",
    "dateupload":"1615900000","datetaken":"2021-03-14 15:09:26","datetakengranularity":0,
    "datetakenunknown":"0","ownername":"Bees","tags":"cat  black","latitude":"52.5",
    "longitude":13.25,"accuracy":"16","context":0,"media":"photo","media_status":"ready",
    "pathalias":"bees",
    "url_sq":"https://live.staticflickr.com/65535/51035555243_a1_s.jpg","height_sq":75,
    "width_sq":"75",
    "url_m":"https://live.staticflickr.com/65535/51035555243_a1.jpg","height_m":"375",
    "width_m":500,
    "url_o":"https://live.staticflickr.com/65535/51035555243_b2_o.png","height_o":"3000",
    "width_o":"4000"},
    {"id":51035555244,"owner":"12037949754@N01","title":{"_content":"bare"},"dateupload":1615900001,
    "datetaken":"0000-00-00 00:00:00","datetakenunknown":"1","latitude":0,"longitude":0,
    "accuracy":0,"license":"99","pathalias":null,"url_m":"","width_m":"","height_m":""},
    {"id":"51035555245","owner":"12037949754@N01","title":"","media":"video","media_status":"failed"},
    {"owner":"12037949754@N01"}
    ]},"stat":"ok"}
    """

  static let lastOfRecent = """
    {"photos":{"page":2,"pages":2,"perpage":500,"total":6,"photo":[
    {"id":"51035555246","owner":"12037949754@N01","title":"last","datetakenunknown":0,
    "datetaken":"2021-03-14 15:09:27"}]},"stat":"ok"}
    """

  static let albums = """
    {"photosets":{"cancreate":0,"page":1,"pages":2,"perpage":"500","total":501,"photoset":[
    {"id":"72157650000000001","primary":"51035555247","secret":"x","photos":"3","count_photos":3,
    "count_videos":"1","title":{"_content":"Summer"},"description":{"_content":"In the sun"}},
    {"id":72157650000000002,"title":"Bare"},{"title":"nameless"}]},"stat":"ok"}
    """

  static let galleries = """
    {"galleries":{"total":1,"page":1,"pages":1,"per_page":"500","user_id":"1@N01",
    "continuation":-1,"gallery":[{"id":"1-72157650000000003","gallery_id":"72157650000000003",
    "owner":"1@N01","primary_photo_id":"51035555247","count_photos":"18","count_videos":0,
    "title":{"_content":"Bees of others"},"description":{"_content":""}}]},"stat":"ok"}
    """

  static let contacts = """
    {"contacts":{"page":1,"pages":1,"per_page":1000,"perpage":"1000","total":2,"contact":[
    {"nsid":"2@N02","username":"ada","ignored":0},{"username":"nobody"}]},"stat":"ok"}
    """

  static let collections = """
    {"collections":{"collection":[{"id":"1-72157600000000001","title":"All","description":"",
    "collection":[{"id":"1-72157600000000002","title":"Years","set":[
    {"id":"72157650000000001","title":"Summer","description":""},{"title":"nameless"}]}]}]},
    "stat":"ok"}
    """

  static let account = """
    {"person":{"id":"1@N01","nsid":"1@N01","username":{"_content":"Bees"},
    "photos":{"count":{"_content":"4711"}}},"stat":"ok"}
    """

  static let groups = """
    {"groups":{"group":[{"nsid":"1000001@N20","name":"Fog","pool_count":"12"},{"name":"x"}]},
    "stat":"ok"}
    """

  static let person = """
    {"photos":{"page":1,"perpage":500,"has_next_page":false,"photo":[
    {"id":"51035555248","owner":"2@N02","title":"me"}]},"stat":"ok"}
    """

  static let user = """
    {"user":{"id":"12037949754@N01","username":{"_content":"Bees"}},"stat":"ok"}
    """

  static let group = """
    {"group":{"id":"1000001@N20","groupname":{"_content":"Fog"}},"stat":"ok"}
    """

  static let info = """
    {"photo":{"id":"51035555243","secret":"a1","server":"65535","farm":66,"isfavorite":0,
    "dateuploaded":"1615900000","license":"4","rotation":0,"originalsecret":"b2",
    "originalformat":"png","views":"3","media":"photo",
    "owner":{"nsid":"12037949754@N01","username":"Bees","realname":"","location":null,
    "path_alias":"bees"},
    "title":{"_content":"Katze"},"description":{"_content":"Line one"},
    "dates":{"posted":"1615900000","taken":"2021-03-14 15:09:26","takengranularity":0,
    "takenunknown":"0","lastupdate":"1615900001"},
    "tags":{"tag":[{"id":"1","author":"x","raw":"Black Cat","_content":"blackcat"},
    {"id":"2","author":"x","raw":"Wall","_content":"wall","machine_tag":0}]},
    "location":{"latitude":"52.5","longitude":13.25,"accuracy":"16","context":"0"},
    "urls":{"url":[{"type":"photopage","_content":"https://www.flickr.com/photos/bees/51035555243/"}]}},
    "stat":"ok"}
    """

  static let album = """
    {"photoset":{"id":"72157650000000001","primary":"1","owner":"12037949754@N01",
    "ownername":"Bees","photo":[{"id":"51035555247","secret":"c","server":"65535","farm":66,
    "title":"in an album","isprimary":"1","ispublic":1}],"page":1,"per_page":"500",
    "perpage":"500","pages":1,"title":"Bees","total":"1"},"stat":"ok"}
    """

  static let sizes = """
    {"sizes":{"canblog":0,"canprint":0,"candownload":1,"size":[
    {"label":"Square","width":75,"height":75,"media":"photo",
    "source":"https://live.staticflickr.com/65535/51035555243_a1_s.jpg","url":"https://x"},
    {"label":"Small 320","width":"320","height":201,"media":"photo",
    "source":"https://live.staticflickr.com/65535/51035555243_a1_n.jpg","url":"https://x"},
    {"label":"Original","width":"4000","height":"3000","media":"photo",
    "source":"https://live.staticflickr.com/65535/51035555243_b2_o.png","url":"https://x"}
    ]},"stat":"ok"}
    """
}
