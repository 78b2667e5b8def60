/// The kinds of items that feeds have, made up: what each lists, and which of it are photos, by the address of the
/// largest size. `{n}` is the number of the item, and `{h}` the half of it.
struct PictureKind {
  let name: String
  let item: String
  let photos: [String]

  private init(_ name: String, item: String, photos: [String]) {
    (self.name, self.item, self.photos) = (name, item, photos)
  }

  private typealias Kind = PictureKind

  /// Items of each kind, in one feed.
  static let itemCount = 8

  /// The feed of the kind, at `http://e.org/feed`.
  var feed: String {
    let items = (1...Self.itemCount).map {
      "<item><guid>urn:\($0)</guid>\(Self.numbered(item, $0))</item>"
    }
    return """
      <rss xmlns:m="http://search.yahoo.com/mrss/"
      xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>\(items.joined())</channel></rss>
      """
  }

  /// The addresses of its photos.
  var addresses: Set<String> {
    Set((1...Self.itemCount).flatMap { number in photos.map { Self.numbered($0, number) } })
  }

  private static func numbered(_ text: String, _ number: Int) -> String {
    text.replacing("{n}", with: "\(number)").replacing("{h}", with: "\((number + 1) / 2)")
  }

  // swift-format-ignore
  static let all = [
    Kind(
      "an enclosure",
      item: #"<enclosure url="http://e.org/{n}.jpg" type="image/jpeg"/>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "an enclosure without a type, of a newer format",
      item: #"<enclosure url="http://e.org/{n}.avif"/>"#,
      photos: [#"http://e.org/{n}.avif"#]),
    Kind(
      "an enclosure of unknown content that ends like HEIC",
      item: #"<enclosure url="http://e.org/{n}.HEIC" type="application/octet-stream"/>"#,
      photos: [#"http://e.org/{n}.HEIC"#]),
    Kind(
      "a sound with a cover for all items",
      item: #"<enclosure url="http://e.org/{n}.mp3" type="audio/mpeg"/><m:thumbnail url="http://e.org/cover.jpg"/>"#,
      photos: []),
    Kind(
      "media of one photo",
      item: #"<m:content url="http://e.org/{n}.jpg" medium="image" width="900" height="600"/>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "two widths of one file",
      item: #"<m:content width="140" url="http://e.org/{n}.jpg?width=140&amp;s={n}"/><m:content width="460" url="http://e.org/{n}.jpg?width=460&amp;s=1{n}"/>"#,
      photos: [#"http://e.org/{n}.jpg?width=460&s=1{n}"#]),
    Kind(
      "a group of sizes",
      item: #"<m:group><m:content url="http://e.org/{n}s.jpg" medium="image" width="100" height="75"/><m:content url="http://e.org/{n}l.jpg" medium="image" width="1000" height="750"/></m:group>"#,
      photos: [#"http://e.org/{n}l.jpg"#]),
    Kind(
      "a group of different pictures",
      item: #"<m:group><m:content url="http://e.org/{n}a.jpg" medium="image" width="800" height="600"/><m:content url="http://e.org/{n}b.jpg" medium="image" width="800" height="600"/></m:group>"#,
      photos: [#"http://e.org/{n}a.jpg"#, #"http://e.org/{n}b.jpg"#]),
    Kind(
      "two photos as media",
      item: #"<m:content url="http://e.org/{n}/1.jpg" medium="image"/><m:content url="http://e.org/{n}/2.jpg" medium="image"/>"#,
      photos: [#"http://e.org/{n}/1.jpg"#, #"http://e.org/{n}/2.jpg"#]),
    Kind(
      "a thumbnail whose address is text",
      item: #"<m:thumbnail>http://e.org/{n}.jpg</m:thumbnail>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "thumbnails of two sizes",
      item: #"<m:thumbnail url="http://e.org/{n}_66.jpg" width="66" height="49"/><m:thumbnail url="http://e.org/{n}_144.jpg" width="144" height="81"/>"#,
      photos: [#"http://e.org/{n}_144.jpg"#]),
    Kind(
      "the image of an item",
      item: #"<image><url>http://e.org/{n}.jpg</url></image>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "media, and a larger size in the text",
      item: #"<m:content url="http://e.org/{n}.jpg?w=570" medium="image"/><content:encoded><![CDATA[<img src="http://e.org/{n}.jpg?w=1024" width="1024">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg?w=1024"#]),
    Kind(
      "media, and a smaller size in the text",
      item: #"<m:content url="http://e.org/{n}.jpg" medium="image"/><content:encoded><![CDATA[<img src="http://e.org/{n}-300x200.jpg">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "a cover, and two photos in the text",
      item: #"<enclosure url="http://e.org/{n}/c.jpg" type="image/jpeg"/><content:encoded><![CDATA[<img src="/{n}/1.jpg"><img src="/{n}/2.jpg">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}/c.jpg"#, #"http://e.org/{n}/1.jpg"#, #"http://e.org/{n}/2.jpg"#]),
    Kind(
      "an image that links to its original",
      item: #"<content:encoded><![CDATA[<a href="/full/{n}.jpg"><img src="/small/{n}.jpg" width="75" height="75"></a>]]></content:encoded>"#,
      photos: [#"http://e.org/full/{n}.jpg"#]),
    Kind(
      "an image that links to an original of a newer format",
      item: #"<content:encoded><![CDATA[<a href="/full/{n}.avif"><img src="/small/{n}.jpg"></a>]]></content:encoded>"#,
      photos: [#"http://e.org/full/{n}.avif"#]),
    Kind(
      "an image that links to a page",
      item: #"<content:encoded><![CDATA[<a href="/page/{n}"><img src="/{n}.jpg"></a>]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "an image with a srcset",
      item: #"<content:encoded><![CDATA[<img src="/{n}-300.jpg" srcset="/{n}-300.jpg 300w, /{n}-1200.jpg 1200w">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}-1200.jpg"#]),
    Kind(
      "a picture element",
      item: #"<content:encoded><![CDATA[<picture><source srcset="/{n}-w1600.jpg 1600w"><img src="/{n}-w320.jpg"></picture>]]></content:encoded>"#,
      photos: [#"http://e.org/{n}-w1600.jpg"#]),
    Kind(
      "a picture element with several sources",
      item: #"<content:encoded><![CDATA[<picture><source type="image/webp" srcset="/{n}.webp 800w"><source srcset="/{n}b.jpg 2000w, /{n}s.jpg 400w"><img src="/{n}s.jpg"></picture>]]></content:encoded>"#,
      photos: [#"http://e.org/{n}b.jpg"#]),
    Kind(
      "an image that a script loads later",
      item: #"<content:encoded><![CDATA[<img src="/grey.gif" data-original="/{n}.jpg" class="lazy">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "an image that loads later, again for browsers without scripts",
      item: #"<content:encoded><![CDATA[<img src="data:image/gif;base64,R0" data-src="/{n}.jpg"><noscript><img src="/{n}.jpg"></noscript>]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "WordPress' uploaded file",
      item: #"<content:encoded><![CDATA[<img data-orig-file="http://e.org/{n}.jpg" src="http://e.org/{n}.jpg?w=660" width="660" height="440">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "one picture in two sizes of a text",
      item: #"<content:encoded><![CDATA[<img src="/{n}-150x150.jpg"><p>x</p><img src="/{n}-1024x683.jpg">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}-1024x683.jpg"#]),
    Kind(
      "an address with a blank",
      item: #"<content:encoded><![CDATA[<img src="http://e.org/my photo {n}.jpg">]]></content:encoded>"#,
      photos: [#"http://e.org/my%20photo%20{n}.jpg"#]),
    Kind(
      "an address with backslashes and escapes",
      item: #"<content:encoded><![CDATA[<img src="http:\\e.org\{n}.jpg?a=1&amp;amp;b=2">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg?a=1&b=2"#]),
    Kind(
      "markup as elements",
      item: #"<description><p>x</p><img src="http://e.org/{n}.jpg"/></description>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "a picture of two items",
      item: #"<content:encoded><![CDATA[<img src="http://e.org/{h}.jpg">]]></content:encoded>"#,
      photos: [#"http://e.org/{h}.jpg"#]),
    Kind(
      "photos with the names of icons",
      item: #"<content:encoded><![CDATA[<img src="/photos/{n}/twitter.jpg"><img src="/icons/{n}.jpg">]]></content:encoded>"#,
      photos: [#"http://e.org/photos/{n}/twitter.jpg"#, #"http://e.org/icons/{n}.jpg"#]),
    Kind(
      "FeedBurner's buttons at the site's own name",
      item: #"<content:encoded><![CDATA[<img src="http://e.org/{n}.jpg"><a href="http://feeds.e.org/~f/x?a={n}"><img src="http://feeds.e.org/~f/x?i={n}" border="0"></a><img src="http://feeds.e.org/~r/x/~4/{n}">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "formulas",
      item: #"<content:encoded><![CDATA[<img class="latex" src="http://s0.wp.com/latex.php?latex=x{n}"><img src="http://e.org/cgi-bin/mathtex.cgi?x{n}"><img src="https://latex.codecogs.com/gif.latex?x{n}">]]></content:encoded>"#,
      photos: []),
    Kind(
      "formulas of a wiki",
      item: #"<content:encoded><![CDATA[<img class="mwe-math-fallback-image-inline" src="https://w.example/api/rest_v1/media/math/render/svg/{n}">]]></content:encoded>"#,
      photos: []),
    Kind(
      "icons of a wiki in each item",
      item: #"<content:encoded><![CDATA[<img src="http://e.org/wikiicons/diff.png"><img src="http://e.org/{n}.png">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.png"#]),
    Kind(
      "a picture of the site's design in each item",
      item: #"<content:encoded><![CDATA[<img src="http://e.org/line.png"><img src="/{n}.jpg">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "share icons",
      item: #"<content:encoded><![CDATA[<img src="/share/{n}/twitter.png"><img src="/i/{n}/feed-icon-14x14.png"><img src="/i/{n}/digg.gif"><img src="/{n}.jpg">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "advertisements",
      item: #"<content:encoded><![CDATA[<img src="http://ads.f.org/b{n}.jpg"><img src="http://ad.doubleclick.net/{n}"><img src="/adserver/avw.php?zone={n}"><img src="/{n}.jpg">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "portraits",
      item: #"<m:content url="https://1.gravatar.com/avatar/{n}?s=96" medium="image"/><content:encoded><![CDATA[<img class="avatar" src="/u{n}.jpg"><img src="/avatars/{n}.jpg"><img src="/{n}.jpg">]]></content:encoded>"#,
      photos: [#"http://e.org/{n}.jpg"#]),
    Kind(
      "counters and pixels",
      item: #"<content:encoded><![CDATA[<img src="/t{n}.gif" width="1" height="1"><img src="https://medium.example/_/stat?event={n}"><img src="http://counter.f.org/{n}.gif">]]></content:encoded>"#,
      photos: []),
    Kind(
      "smileys and small images",
      item: #"<content:encoded><![CDATA[<img src="/wp-includes/images/smilies/{n}.gif"><img src="/x{n}.jpg" width="64" height="64"><img class="emoji" src="/e{n}.png">]]></content:encoded>"#,
      photos: []),
  ]
}
