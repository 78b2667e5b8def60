import ProviderKit
import ProviderTesting

/// Answers of sites, shortened.
enum SiteRecordings {
  static let account = PageQuery(
    selector: "ada@mastodon.example", resolved: "109")

  static let mastodon: [Recorded] = [
    .resolution(
      PageQuery(selector: "ada@mastodon.example"),
      Answer(
        body:
          #"{"id":"109","acct":"ada","display_name":"Ada","url":"https://mastodon.example/@ada"}"#)),
    .page(
      account,
      Answer(
        headers: [
          "link":
            "<https://mastodon.example/api/v1/accounts/109/statuses?limit=40&max_id=88&only_media=true>; rel=\"next\", <https://mastodon.example/api/v1/accounts/109/statuses?min_id=91>; rel=\"prev\""
        ], body: posts)),
    .page(
      PageQuery(selector: "tag/cats@mastodon.example", cursor: "88"), Answer(body: "[]")),
  ]

  private static let posts = #"""
    [{"id":"91","created_at":"2024-05-01T12:30:00.000Z","sensitive":true,"content":"<p>Two <b>cats</b></p>",
      "url":"https://mastodon.example/@ada/91","reblog":null,
      "account":{"id":"109","acct":"ada","display_name":"Ada"},"tags":[{"name":"cats"}],
      "media_attachments":[
        {"id":"7","type":"image","url":"https://files.example/7.jpg","preview_url":"https://files.example/7s.jpg",
         "description":"a black cat","meta":{"original":{"width":800,"height":600},"small":{"width":400,"height":300}}},
        {"id":"8","type":"gifv","url":"https://files.example/8.mp4"},
        {"id":"9","type":"image","url":null}]},
     {"id":"88","created_at":"2024-04-01T12:30:00.000Z","reblog":{"id":"1"},"content":"",
      "account":{"id":"109","acct":"ada"},"media_attachments":[]}]
    """#

  static let blueskySettings = [
    "api": "https://public.api.bsky.app", "directory": "https://plc.directory",
  ]
  static let did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz"

  static let bluesky: [Recorded] = [
    .resolution(
      PageQuery(selector: "ada.bsky.social", settings: blueskySettings),
      Answer(body: "{\"did\":\"\(did)\"}")),
    .resolution(
      PageQuery(selector: "ada.bsky.social", settings: blueskySettings, cursor: did),
      Answer(
        body: """
          {"id":"\(did)","alsoKnownAs":["at://ada.bsky.social"],"service":[
           {"id":"#atproto_pds","type":"AtprotoPersonalDataServer","serviceEndpoint":"https://pds.example"}]}
          """)),
    .page(
      PageQuery(
        selector: "ada.bsky.social", settings: blueskySettings,
        resolved: "\(did) https://pds.example"),
      Answer(
        body: """
          {"cursor":"2024-05-01T12:30:00Z","feed":[{"post":{"uri":"at://\(did)/app.bsky.feed.post/3kk","cid":"x",
           "author":{"did":"\(did)","handle":"ada.bsky.social","displayName":"Ada"},
           "record":{"text":"A cat","createdAt":"2024-05-01T12:30:00.123Z","embed":{"$type":"app.bsky.embed.images",
             "images":[{"alt":"a black cat","aspectRatio":{"width":4,"height":3},"image":{"$type":"blob",
               "ref":{"$link":"bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"},"mimeType":"image/jpeg","size":80412}}]}}}},
           {"reason":{"$type":"app.bsky.feed.defs#reasonRepost"},"post":{"uri":"at://did:plc:other/app.bsky.feed.post/1"}}]}
          """)),
    .page(
      PageQuery(
        selector: "ada.bsky.social", settings: blueskySettings,
        resolved: "\(did) https://pds.example",
        cursor: "2024-05-01T12:30:00Z"), Answer(body: "{\"feed\":[]}")),
  ]

  static let commonsSettings = ["api": "https://commons.wikimedia.org/w/api.php"]

  static let commons: [Recorded] = [
    .page(
      PageQuery(selector: "category/Black_cats", settings: commonsSettings),
      Answer(
        body: #"""
          {"batchcomplete":true,"continue":{"gcmcontinue":"2024|9","continue":"gcmcontinue||"},"query":{"pages":[
           {"pageid":51,"ns":6,"title":"File:A black cat.jpg","imageinfo":[{"timestamp":"2024-05-01T12:30:00Z","user":"Ada",
            "size":80412,"width":800,"height":600,"sha1":"da39a3ee5e6b4b0d3255bfef95601890afd80709","mime":"image/jpeg",
            "mediatype":"BITMAP","url":"https://upload.wikimedia.org/a/ab/A_black_cat.jpg",
            "descriptionurl":"https://commons.wikimedia.org/wiki/File:A_black_cat.jpg",
            "extmetadata":{"LicenseShortName":{"value":"CC BY-SA 4.0"},"Artist":{"value":"<a href=\"x\">Ada</a>"},
             "LicenseUrl":{"value":"https://creativecommons.org/licenses/by-sa/4.0"},
             "DateTimeOriginal":{"value":"2021-03-14 15:09:26"}}}]},
           {"pageid":52,"title":"File:Cat.svg","imageinfo":[{"mediatype":"DRAWING","url":"https://upload.wikimedia.org/c.svg"}]}]}}
          """#)),
    .page(
      PageQuery(
        selector: "category/Black_cats", settings: commonsSettings,
        cursor: "continue=gcmcontinue||&&gcmcontinue=2024|9"),
      Answer(body: #"{"batchcomplete":true}"#)),
  ]

  static let archiveSettings = ["site": "https://archive.org"]

  static let archive: [Recorded] = [
    .page(
      PageQuery(selector: "item/cats-2024", settings: archiveSettings), Answer(body: item)),
    .page(
      PageQuery(selector: "collection/cats", settings: archiveSettings),
      Answer(body: #"{"items":[],"count":0,"total":0}"#)),
  ]

  static let item = #"""
    {"created":1,"server":"ia800","metadata":{"identifier":"cats-2024","title":"Cats","creator":["Ada","Bob"],
     "date":"2024-05-01","subject":"cats; dogs","licenseurl":"https://creativecommons.org/licenses/by/4.0/"},
     "files":[{"name":"one cat.jpg","source":"original","format":"JPEG","size":"80412","mtime":"1714566600",
      "md5":"d41d8cd98f00b204e9800998ecf8427e","sha1":"da39a3ee5e6b4b0d3255bfef95601890afd80709"},
      {"name":"cats-2024_meta.xml","source":"metadata"},{"name":"one cat_thumb.jpg","source":"derivative"},
      {"name":"__ia_thumb.jpg","source":"original"}]}
    """#
}
