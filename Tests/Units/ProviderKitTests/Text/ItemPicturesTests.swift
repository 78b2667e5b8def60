import ProviderKit
import Testing

@Suite("The pictures of an item")
struct ItemPicturesTests {
  @Test("Of a picture in a text whose size is not stated, a small file is left out later")
  func leastEdge() {
    var pictures = ItemPictures()
    pictures.add(
      html: """
        <img src=http://a/1><img src=http://a/2 width=640 height=480>
        <a href=http://a/3.jpg><img src=http://a/3></a>
        """)
    #expect(pictures.sizes.map { $0.map(\.leastEdge) } == [[100], [nil], [nil, nil]])
  }

  @Test("An address is listed once, in the order in which the parts of an item were added")
  func once() {
    var pictures = ItemPictures()
    pictures.add([
      Rendition(label: "a", url: "http://a/1"), Rendition(label: "b", url: "http://a/2"),
    ])
    pictures.add([Rendition(label: "c", url: "http://a/2")])
    pictures.add(html: "<img src='http://a/3'><a href='http://a/4.jpg'><img src='http://a/3'></a>")
    pictures.add(html: "<img src='/3'><img src='/5'>", base: "http://a/b/")
    #expect(
      pictures.sizes.map { $0.map(\.url) } == [
        ["http://a/1", "http://a/2"], ["http://a/3"], ["http://a/5"],
      ])
  }

  @Test("Of the sizes of a picture that a text shows, only the largest is added, in linear time")
  func growing() {
    var pictures = ItemPictures()
    pictures.add((0..<5_000).map { Rendition(label: "a", url: "http://a/b/1.jpg?w=\($0)&q=1") })
    let html = (5_000..<10_000).map { "<img src='http://a/b/1.jpg?w=\($0)'>" }
    pictures.add(html: html.joined())
    #expect(pictures.sizes.map(\.count) == [5_001])
    #expect(pictures.sizes.first?.last?.url == "http://a/b/1.jpg?w=9999")
    #expect(pictures.sizes.first?.last?.fallbacks == ["http://a/b/1.jpg?w=4999&q=1"])
    #expect(pictures.sizes.first?.filter(\.isOriginal).count == 1)
  }

  @Test("A hostile text is read in linear time, and its icons are bounded")
  func hostile() {
    for piece in [
      "<img ", "<a href='", "<a href=a.jpg><img src=b width=1>", "<", "<img src=a-1x1-1x1-1x1>",
      "<img srcset='a 2w,'>", "<img src=http://a/http://a/http://a/>", "<a href=/1.jpg>[link]",
    ] {
      var pictures = ItemPictures()
      pictures.add([
        Rendition(label: "c", url: "http://a/" + String(repeating: "-1x1", count: 2000))
      ])
      pictures.add(html: String(repeating: piece, count: 10_000))
      #expect(pictures.sizes.count <= 2, "\(piece)")
    }
    var page = Page(photos: [])
    for _ in 0..<3 {
      var pictures = ItemPictures()
      pictures.add(html: String(repeating: "<img src=a width=1>", count: 6_000))
      page.skip(pictures.icons)
    }
    #expect(page.skipped.count == 10_000)
  }
}
