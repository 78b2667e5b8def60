import ProviderKit
import Testing
import WebFeedProvider

@Suite("The images of a blog's feed")
struct BlogPicturesTests {
  private func page(_ parts: String, at feed: String = "https://example.org/rss") throws -> Page {
    let body = """
      <rss xmlns:m="http://search.yahoo.com/mrss/" xmlns:a="http://www.w3.org/2005/Atom"
      xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
      <item><guid>urn:1</guid>\(parts)</item></channel></rss>
      """
    return try WebFeedProvider().page(from: Answer(body: body), for: PageQuery(selector: feed))
  }

  /// The addresses of each photo's renditions.
  private func pictures(
    _ parts: String, at feed: String = "https://example.org/rss"
  ) throws -> [[String]] {
    try page(parts, at: feed).photos.map { $0.renditions.map(\.url) }
  }

  private func text(_ html: String) -> String {
    "<content:encoded><![CDATA[\(html)]]></content:encoded>"
  }

  private static let ghost = "https://g.example/content/images"
  private static let space = "https://static1.squarespace.com/static/5a/t/5b"
  private static let stack = "https://substackcdn.com/image/fetch"
  private static let bucket = "https%3A%2F%2Fs3.amazonaws.com%2Fpublic%2Fimages%2F"

  @Test(
    "A cover in a feed item's media or enclosure does not hide the photos of its text",
    arguments: [
      "<m:content url='http://a/cover.jpg' medium='image'/>",
      "<enclosure url='http://a/cover.jpg' type='image/jpeg'/>",
    ])
  func cover(cover: String) throws {
    let photos = "<p>A</p><img src='http://a/b/1.jpg'><img src='http://a/c/1.jpg'>"
    #expect(
      try pictures(cover + text(photos)) == [
        ["http://a/cover.jpg"], ["http://a/b/1.jpg"], ["http://a/c/1.jpg"],
      ])
  }

  @Test(
    "A feed item's cover is not listed again in the size that its text shows",
    arguments: [
      ("http://a/x/1.jpg", "http://a/x/1.jpg"),
      ("\(ghost)/2024/05/DSC_0417.jpg", "\(ghost)/size/w1000/2024/05/DSC_0417.jpg"),
      ("http://w/up/2024/05/sea.jpg", "http://w/up/2024/05/sea-1024x683.jpg"),
      ("http://a/b/1.jpg?q=50", "http://a/b/1.jpg?w=2000"),
      ("http://a/m/Ab1?format=jpg&name=orig", "http://a/m/Ab1?format=jpg&name=large"),
      ("http://w/up/05/sea.jpg", "https://i0.wp.com/w/up/05/sea.jpg?resize=640%2C427"),
      (
        "\(stack)/f_auto,q_auto:good/\(bucket)0c2c_3024x4032.jpeg",
        "\(stack)/w_1456,c_limit,f_auto/\(bucket)0c2c_3024x4032.jpeg"
      ),
      ("http://t.typepad.example/.a/6a00d8-pi", "http://t.typepad.example/.a/6a00d8-800wi"),
      ("https://b.example/img/a/AVvX=s1600", "https://b.example/img/a/AVvX=w640-h480"),
      (
        "https://m.example/photos/5b/master/pass/Sea.jpg",
        "https://m.example/photos/5b/1:1/w_300,c/Sea.jpg"
      ),
    ])
  func size(cover: String, shown: String) throws {
    let media = "<m:content url='\(cover)' medium='image'/>"
    #expect(try pictures(media + text("<img src='\(shown)'>")) == [[cover]])
  }

  @Test(
    "A larger size of a feed item's cover in its text is a size of the cover, and the one to fetch",
    arguments: [
      ("\(ghost)/size/w1200/2024/05/sea.jpg", "\(ghost)/2024/05/sea.jpg"),
      ("\(space)/1/IMG_2030.JPG?format=1500w", "\(space)/1/IMG_2030.JPG"),
      (
        "\(space)/1/IMG_2030.JPG?format=1500w",
        "https://images.squarespace-cdn.com/content/v1/5a/15-X/IMG_2030.JPG"
      ),
      ("http://w/up/2024/05/sea-scaled.jpg", "http://w/up/2024/05/sea.jpg"),
      ("http://a/b/1.jpg?w=570", "http://a/b/1.jpg?w=1024"),
      ("http://a/b/1.jpg?w=570&q=90", "http://a/b/1.jpg?q=50"),
      ("http://a/b/1.jpg?resize=300%2C200", "http://a/b/1.jpg?resize=900%2C600"),
    ])
  func largerSize(cover: String, shown: String) throws {
    let media = "<m:content url='\(cover)' medium='image'/>"
    let photos = try page(media + text("<img src='\(shown)'>")).photos
    #expect(photos.map { $0.renditions.map(\.url) } == [[cover, shown]])
    #expect(photos.first?.renditions.map(\.isOriginal) == [false, true])
    #expect(photos.first?.renditions.last?.fallbacks == [cover])
  }

  @Test(
    "A feed item's cover and another photo of its text are two, however alike their names are",
    arguments: [
      ("http://a/x/1.jpg", "http://a/y/1.jpg"), ("http://a/IMG_0417.jpg", "http://a/IMG_0418.jpg"),
      ("http://a/x/image.jpg", "http://a/y/image.jpg"), ("http://a/p?id=1", "http://a/p?id=2"),
      ("http://a/2019/sea.jpg", "http://a/2020/sea.jpg"), ("http://a/s1.jpg", "http://a/s2.jpg"),
    ])
  func others(cover: String, shown: String) throws {
    let media = "<m:content url='\(cover)' medium='image'/>"
    #expect(try pictures(media + text("<img src='\(shown)'>")) == [[cover], [shown]])
  }

  @Test("An item of a Flickr feed has no other images than its media or its enclosure")
  func flickr() throws {
    let feed = "https://www.flickr.com/services/feeds/photos_public.gne"
    let shown = text("<img src='https://live.staticflickr.com/1/5_a_m.jpg'><img src='http://a/1'>")
    let photo = "<m:content url='https://live.staticflickr.com/1/5_b_o.jpg' type='image/jpeg'/>"
    #expect(
      try pictures(photo + shown, at: feed) == [["https://live.staticflickr.com/1/5_b_o.jpg"]])
    let video = "url='http://a/v.swf' type='application/x-shockwave-flash'"
    for item in ["<m:content \(video)/>", "<enclosure \(video)/>"] {
      #expect(try pictures(item + shown + "<m:thumbnail url='http://a/t'/>", at: feed) == [])
    }
  }

  @Test(
    "Media and enclosures that are no images hide neither the text of a feed item nor its thumbnail",
    arguments: [
      "<m:content/>", "<m:content url='http://a/x' medium='document'/>",
      "<enclosure url='http://a/x' type='application/octet-stream'/>",
      "<enclosure url='http://a/x.pdf' type='application/pdf'/>",
      "<enclosure url='http://a/x.mp4' type='video/mp4'/>",
    ])
  func unknown(piece: String) throws {
    let thumbnail = "<m:thumbnail url='http://a/t.jpg'/>"
    #expect(try pictures(piece + thumbnail) == [["http://a/t.jpg"]])
    #expect(try pictures(piece + thumbnail + text("<img src='http://a/1'>")) == [["http://a/1"]])
  }

  @Test("A video in a feed item's media hides its thumbnail, and not the photos of its text")
  func video() throws {
    let video = "<m:content url='http://a/x' medium='video'/><m:thumbnail url='http://a/t.jpg'/>"
    #expect(try pictures(video) == [])
    #expect(try pictures(video + text("<img src='http://a/1'>")) == [["http://a/1"]])
  }

  @Test(
    "Share buttons, counters and smileys in a feed item's text are counted, and take no id",
    arguments: [
      "<img src='http://feeds.feedburner.com/~ff/a?d=yIl2AUoC8zA'>",
      "<img src='http://feeds.feedburner.com/~r/a/~4/xyz'>",
      "<img src='http://feedproxy.google.com/~r/a/~4/xyz'>",
      "<img src='http://example.org/1.gif' width='1' height=1>",
      "<img src='http://www.pheedo.com/img.phdo?i=1'>",
      "<img src='http://rss.feedsportal.com/social/twitter.png'>",
      "<img src='https://stats.wordpress.com/b.gif?host=a'>",
      "<img src='http://example.org/wp-includes/images/smilies/icon_smile.gif'>",
      "<img src='https://s.w.org/images/core/emoji/1.png'>",
      "<img src='https://blogger.googleusercontent.com/tracker/1-2' width='1'>",
      "<img src='http://example.org/x.png' height='16px'>",
    ])
  func icons(icon: String) throws {
    let page = try page(text(icon + "<img src='http://a/1.jpg'>"))
    #expect(page.photos.map(\.id) == ["example.org/urn:1"])
    #expect(page.photos.flatMap(\.renditions).map(\.url) == ["http://a/1.jpg"])
    #expect(page.skipped.map(\.kind) == ["icon"])
  }

  @Test(
    "A picture that an image in a feed item's text links to is its original",
    arguments: [
      ("http://b/-x/s1600/sea.JPG", "http://b/-x/s320/sea.JPG", true),
      ("/i/image5.png", "http://example.org/i/image_thumb5.png", true),
      ("http://t.example/.a/6a00d8-pi", "http://t.example/.a/6a00d8-500wi", true),
      ("https://b.example/img/a/AVvX=s1600", "https://b.example/img/a/AVvX=s320", true),
      ("http://example.org/sea/", "http://example.org/sea.jpg", false),
      ("http://example.org/DSC_0417-2/", "http://example.org/up/DSC_0417-2.jpg", false),
      ("https://en.wikipedia.org/wiki/File:Sea.jpg", "http://example.org/sea.jpg", false),
      ("http://pin.example/?media=http://a/sea.jpg", "http://example.org/sea.jpg", false),
      ("http://example.org/sea.jpg", "http://example.org/sea.jpg", false),
    ])
  func linked(link: String, shown: String, isOriginal: Bool) throws {
    let edges = isOriginal ? "width=75 height=75" : ""
    let html = "<p><a href='\(link)'><b><img src='\(shown)' \(edges)></b></a><img src='http://a/1'>"
    let photos = try page(text(html)).photos
    #expect(photos.count == 2 && photos.last?.renditions.count == 1)
    let renditions = try #require(photos.first?.renditions)
    guard isOriginal else { return #expect(renditions.map(\.url) == [shown]) }
    let address = link.hasPrefix("/") ? "https://example.org" + link : link
    #expect(renditions.map(\.url) == [shown, address])
    #expect(renditions.map(\.isOriginal) == [false, true] && renditions[1].fallbacks == [shown])
  }

  @Test("An item of Reddit's feed is the linked picture, of which its thumbnail is a smaller size")
  func reddit() throws {
    let html = """
      <table><tr><td><a href="https://www.reddit.com/r/a/comments/1/"><img
      src="https://b.thumbs.redditmedia.com/x.jpg" alt="A"/></a></td><td>by <a href="u">u</a>
      <span><a href="https://i.redd.it/x.jpeg">[link]</a></span> <a href="c">[comments]</a></td></tr></table>
      """
    let entry = "<a:content type='html'><![CDATA[\(html)]]></a:content>"
    #expect(
      try pictures(entry) == [
        ["https://b.thumbs.redditmedia.com/x.jpg", "https://i.redd.it/x.jpeg"]
      ])
    let bare =
      "<a:content type='html'>&lt;a href='https://i.redd.it/y.png'>[link]&lt;/a></a:content>"
    #expect(try pictures(bare) == [["https://i.redd.it/y.png"]])
  }

  @Test(
    "An image that a page loads later, or shows small, is found in a feed item's text",
    arguments: [
      ("<img src='data:image/gif;base64,R0' data-src='http://a/1'>", "http://a/1"),
      ("<img class=lazy data-src='http://a/1' src='http://a/blank.gif'>", "http://a/1"),
      ("<img data-srcset='http://a/1 640w' src='http://a/2'>", "http://a/1"),
      ("<img src='http://a/1' width=600 height=80 srcset='http://a/2 1800w'>", "http://a/2"),
      ("<img src='http://a/1' width='90%' height='auto'>", "http://a/1"),
    ])
  func lazy(html: String, address: String) throws {
    #expect(try pictures(text(html)) == [[address]])
  }

  @Test("A lead picture in a feed item's description is listed beside those of its content")
  func lead() throws {
    let lead = "<description>&lt;img src='http://h/lead-150x150.jpg'></description>"
    let others = "<img src='http://h/1.jpg'><img src='http://h/2.jpg'>"
    #expect(
      try pictures(lead + text(others)) == [
        ["http://h/1.jpg"], ["http://h/2.jpg"], ["http://h/lead-150x150.jpg"],
      ])
    #expect(
      try pictures(lead + text("<img src='http://h/lead.jpg'>")) == [["http://h/lead.jpg"]])
  }

  @Test("Text of a feed item that is marked up without saying so is read as HTML")
  func untyped() throws {
    let entry = "<a:content>&lt;p>A &lt;b>sea&lt;/b>&lt;/p>&lt;img src='http://a/1'></a:content>"
    #expect(try pictures(entry) == [["http://a/1"]])
    #expect(try page(entry).photos.first?.about == "A sea")
    #expect(try pictures("<a:content type='text'>&lt;img src='http://a/1'></a:content>") == [])
  }

  @Test("The body of a feed item in XHTML has its images and its description")
  func body() throws {
    let body = """
      <body xmlns='http://www.w3.org/1999/xhtml'><p>Sea &amp; &lt;sky&gt;</p>
      <a href='large.jpg'><img src='small.jpg'/></a></body>
      """
    let photo = try #require(try page(body).photos.first)
    #expect(
      photo.renditions.map(\.url) == [
        "https://example.org/small.jpg", "https://example.org/large.jpg",
      ])
    #expect(photo.about == "Sea & <sky>")
  }
}
