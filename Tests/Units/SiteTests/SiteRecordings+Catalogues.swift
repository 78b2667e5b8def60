import ProviderKit
import ProviderTesting

/// Answers of catalogues of many sites, shortened.
extension SiteRecordings {
  static let openverseSettings = ["api": "https://api.openverse.org/v1"]
  static let cats = PageQuery(
    selector: "search", parameters: ["q": "cat"], settings: openverseSettings)

  static let openverse: [Recorded] = [
    .page(cats, Answer(body: results(pages: 2))),
    .page(
      PageQuery(
        selector: "search", parameters: ["q": "cat"], settings: openverseSettings, cursor: "2"),
      Answer(body: results(pages: 2))),
    .page(
      PageQuery(
        selector: "image/4bc43a04-ef46-4544-a0c1-63c63f56e276", settings: openverseSettings),
      Answer(body: result)),
  ]

  static func results(pages: Int) -> String {
    """
    {"result_count":9000,"page_count":\(pages),"page_size":20,"page":1,"results":[\(result),{"id":"x"}]}
    """
  }

  private static let result = #"""
    {"id":"4bc43a04-ef46-4544-a0c1-63c63f56e276","title":"Two cats","indexed_on":"2020-01-01T00:00:00Z",
     "foreign_landing_url":"https://www.flickr.com/photos/1@N00/2","url":"https://live.staticflickr.com/1/2_b.jpg",
     "creator":"Ada","creator_url":"https://www.flickr.com/photos/1@N00","license":"by-sa","license_version":"2.0",
     "license_url":"https://creativecommons.org/licenses/by-sa/2.0/","provider":"flickr","source":"flickr",
     "filesize":123,"filetype":"jpg","tags":[{"name":"cat","accuracy":null}],"mature":true,"height":600,"width":800,
     "attribution":"\"Two cats\" by Ada is licensed under CC BY-SA 2.0."}
    """#

  static let nasaSettings = ["api": "https://images-api.nasa.gov"]
  static let moon = PageQuery(selector: "search", parameters: ["q": "moon"], settings: nasaSettings)

  static let nasa: [Recorded] = [
    .page(moon, Answer(body: library)),
    .page(
      PageQuery(selector: "album/apollo", settings: nasaSettings, cursor: "2"),
      Answer(body: #"{"collection":{"items":[],"metadata":{"total_hits":2}}}"#)),
    .renditions(
      PhotoQuery(photo: Photo(id: "as11 40", owner: ""), settings: nasaSettings),
      Answer(body: files)),
  ]

  static let library = #"""
    {"collection":{"version":"1.1","href":"http://images-api.nasa.gov/search?q=moon","items":[
      {"href":"http://images-assets.nasa.gov/image/as11 40/collection.json","data":[{"center":"JSC",
       "date_created":"1969-07-20T00:00:00Z","description":"A man on the Moon","keywords":["Apollo 11, Moon","EVA"],
       "media_type":"image","nasa_id":"as11 40","photographer":"Neil Armstrong","title":"Buzz Aldrin"}],
       "links":[{"href":"http://images-assets.nasa.gov/image/as11 40/as11 40~thumb.jpg","rel":"preview","render":"image"}]},
      {"href":"x","data":[{"media_type":"image","nasa_id":"new","title":"New"}],"links":[
       {"href":"https://images-assets.nasa.gov/image/new/new~orig.png","rel":"canonical","width":4000,"height":3000},
       {"href":"https://images-assets.nasa.gov/image/new/new~thumb.jpg","rel":"preview","width":640,"height":480}]},
      {"data":[{"media_type":"video","nasa_id":"film"}]},{"data":[]}],
     "metadata":{"total_hits":101},"links":[{"rel":"next","prompt":"Next","href":"http://images-api.nasa.gov/search?page=2"}]}}
    """#

  static let files = #"""
    {"collection":{"items":[{"href":"http://images-assets.nasa.gov/image/as11 40/as11 40~orig.tif"},
     {"href":"http://images-assets.nasa.gov/image/as11 40/as11 40~large.jpg"},
     {"href":"http://images-assets.nasa.gov/image/as11 40/as11 40~thumb.jpg"},
     {"href":"http://images-assets.nasa.gov/image/as11 40/metadata.json"}]}}
    """#
}
