import Foundation
import FoundationXML
import MirrorCore
import ProviderKit
import Testing

@testable import Console

@Suite("Exported photos")
struct ExportTextTests {
  private func exported(_ photo: Photo, path: String = "o/a b_5.jpg") -> ExportedPhoto {
    ExportedPhoto(
      photo: photo, path: path, format: "JPEG", width: 4, height: 3, byteCount: 7, sha256: "ab",
      storedAt: 1_714_600_000, isPrivate: false)
  }

  @Test("A row has a cell for each column; texts are quoted, and formulas are defused")
  func csv() {
    let photo = Photo(
      id: "5", site: "e.org", owner: "o", title: "=1+1, \"x\"", about: "a\nb", takenAt: "1905",
      uploadedAt: 1_714_600_000, tags: ["a", "b,c"], license: License(name: "CC BY"),
      latitude: -1.5, longitude: 2)
    #expect(
      ExportFormat.csv.lines(of: exported(photo)) == [
        "5,e.org,o/a b_5.jpg,\"'=1+1, \"\"x\"\"\",\"a\nb\",o,,1905,2024-05-01T21:46:40Z,\"a; b,c\",CC BY,,,"
          + "-1.5,2.0,4,3,JPEG,7,ab,2024-05-01T21:46:40Z,false,,,,,,,,,,,,,"
      ])
    #expect(ExportFormat.csv.head[0].split(separator: ",").count == 35)
  }

  private var detailed: ExportedPhoto {
    var photo = Photo(id: "5", owner: "o", title: "T")
    let box = PhotoBox(x: 1, y: 2, width: 3, height: 4, edge: 500)
    photo.details = PhotoDetails(
      info: PhotoInfo(views: 9, safety: "safe"),
      comments: [
        PhotoComment(
          id: "c", author: "1@N00", authorName: "Bo", postedAt: 9, text: "<b>So</b> & so")
      ],
      exif: [ExifField(group: "IFD0", tag: "Make", value: "Leitz\u{1B}")],
      people: [PersonInPhoto(id: "2@N00", name: "cy", realName: "Cy", box: box)],
      notes: [NoteOnPhoto(id: "n", author: "o", text: "the quay", box: box)],
      geo: PhotoGeo(locality: "Lund", country: "Sverige"),
      contexts: [PhotoContext(.group, id: "g", title: "Quays")])
    return ExportedPhoto(
      photo: photo, path: "o/5.jpg", format: "JPEG", width: 4, height: 3, byteCount: 7,
      sha256: "ab", storedAt: 1_714_600_000, isPrivate: false,
      albums: [.init(album: "7", title: "Summer", position: 2)])
  }

  @Test("Details and albums are in the last cells of a row")
  func detailedRow() {
    let row = ExportFormat.csv.lines(of: detailed)[0]
    #expect(
      row.hasSuffix(
        ",false,Summer,9,safe,Cy,the quay,Bo: <b>So</b> & so,Make=Leitz\u{1B},,Lund,,,Sverige,group Quays"
      ),
      "\(row)")
  }

  @Test("Details and albums are objects in JSON, and null if they are not known")
  func detailedObject() {
    let line = ExportFormat.json.lines(of: detailed)[0]
    let box = #""box":{"edge":500,"height":4,"width":3,"x":1,"y":2}"#
    let members = [
      #""albums":[{"id":"7","title":"Summer","position":2}]"#,
      #""info":{"safety":"safe","views":9}"#,
      #""comments":[{"id":"c","author":"1@N00","author_name":"Bo","posted_at":"1970-01-01T00:00:09Z""#,
      #""text":"<b>So</b> & so","page_url":null}]"#,
      #""exif":[{"group":"IFD0","tag":"Make","value":"Leitz\u001b"}]"#,
      #""people":[{\#(box),"id":"2@N00","name":"cy","real_name":"Cy"}]"#,
      #""notes":[{"author":"o",\#(box),"id":"n","text":"the quay"}]"#,
      #""place":{"country":"Sverige","locality":"Lund"}"#,
      #""contexts":[{"id":"g","kind":"group","title":"Quays"}]}"#,
    ]
    #expect(line.hasSuffix(members.joined(separator: ",")), "\(line)")
    let bare = ExportFormat.json.lines(of: exported(Photo(id: "5", owner: "o")))[0]
    #expect(bare.contains(#""albums":[],"info":null,"comments":null,"exif":null"#))
  }

  @Test("The page of credits has place, people, albums, groups, notes and comments, without markup")
  func detailedCredits() {
    let text = ExportFormat.html.lines(of: detailed)[0]
    for part in [
      "Place: <bdi>Lund, Sverige</bdi>", "People: <bdi>Cy</bdi>", "Albums: <bdi>Summer</bdi>",
      "Also in: <bdi>Quays</bdi>", "<summary>Notes: 1</summary>", "dir=\"auto\">the quay</dd>",
      "<dt><bdi>Bo</bdi></dt><dd class=\"about\" dir=\"auto\">So &amp; so</dd>",
      "<dt><bdi>Make</bdi></dt><dd dir=\"auto\">Leitz",
    ] { #expect(text.contains(part), "\(part)\n\(text)") }
  }

  @Test("The page of credits links title and license, and contains no markup of others")
  func html() {
    let photo = Photo(
      id: "5", owner: "o", ownerName: "<b>Ann</b>", title: "\"T\" & <script>",
      pageURL: "https://e.org/?a=1&b='2'",
      license: License(name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/"))
    #expect(
      ExportFormat.html.lines(of: exported(photo)) == [
        "<li><cite dir=\"auto\"><a rel=\"noreferrer\" href=\"https://e.org/?a=1&amp;b=&#39;2&#39;\">"
          + "&quot;T&quot; &amp; &lt;script&gt;</a></cite> by <bdi>&lt;b&gt;Ann&lt;/b&gt;</bdi> "
          + "(<a rel=\"license noreferrer\" href=\"https://creativecommons.org/licenses/by/4.0/\">CC BY 4.0"
          + "</a>)<br><small><a href=\"./o/a%20b_5.jpg\">o/a b_5.jpg</a></small></li>"
      ])
  }

  @Test("A checksum's line has two spaces, and escapes what sha256sum escapes")
  func checksums() {
    let photo = Photo(id: "5", owner: "")
    for (path, line) in [("o/a b.jpg", "  o/a b.jpg"), ("o\\a\n.jpg", "  o\\\\a\\n.jpg")] {
      let file = exported(photo, path: path)
      let start = path.contains("\n") ? "\\" : ""
      #expect(ExportFormat.sha256sum.lines(of: file) == [start + file.sha256 + line])
    }
  }

  @Test("PREMIS has the objects before the events, and no character that XML cannot contain")
  func premis() throws {
    var photo = exported(Photo(id: "5", owner: ""), path: "o/<a>&\u{1}.jpg")
    photo.history = [
      PhotoEvent(.stored, at: 0),
      PhotoEvent(.checked, at: 86_400, problem: .rotten, detail: "digest, check 2"),
    ]
    let format = ExportFormat.premis
    let lines =
      format.head + format.lines(of: photo, pass: 0) + format.lines(of: photo, pass: 1)
      + format.foot
    let order = lines.compactMap { $0.firstMatch(of: #/^<(object|event|agent)/#)?.1 }
    #expect(order == ["object", "event", "event", "agent"])
    let text = lines.joined(separator: "\n")
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse(), "\(text)")
    let type = "<eventType>fixity check</eventType>"
    #expect(text.contains(type + "<eventDateTime>1970-01-02T00:00:00Z<"))
    #expect(text.contains("<eventOutcome>fail</eventOutcome><eventOutcomeDetail>"))
    #expect(text.contains("o/&lt;a&gt;&amp;\u{FFFD}.jpg"))
  }

  @Test("Each event is a JSON object of its photo")
  func events() throws {
    var photo = exported(Photo(id: "5", owner: ""), path: "o/a.jpg")
    photo.history = [PhotoEvent(.renamed, at: 0, detail: "o/b.jpg"), PhotoEvent(.checked, at: 1)]
    let lines = ExportFormat.events.lines(of: photo)
    #expect(lines.count == 2)
    #expect(lines[0].contains(#""event":"renamed","at":"1970-01-01T00:00:00Z","finding":null"#))
    #expect(lines[1].contains(#""finding":"same""#), "\(lines[1])")
  }

  @Test("An address that is no web address is no link, and missing values are said")
  func unlinked() {
    let photo = Photo(id: "5", owner: "", title: " ", pageURL: "javascript:alert(1)")
    #expect(
      ExportFormat.html.lines(of: exported(photo, path: "javascript:x")) == [
        "<li><cite dir=\"auto\">Untitled</cite> (license not stated)<br><small>"
          + "<a href=\"./javascript%3Ax\">javascript:x</a></small></li>"
      ])
  }
}
