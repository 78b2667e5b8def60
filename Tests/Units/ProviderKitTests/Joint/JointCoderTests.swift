import Foundation
import ProviderKit
import Testing

@Suite("The coder of the joint")
struct JointCoderTests {
  private static let photo = Photo(
    id: "1", site: "example.org", owner: "a", ownerName: "Ann \"A\" O'Neill",
    title: "é \u{1}\n\\/ 😀\u{7f}",
    about: "", takenAt: "2024-05-01 10:00:00", uploadedAt: 1_714_557_600, tags: ["a", "b c"],
    license: License(name: "CC BY 4.0", url: "https://example.org/by"), latitude: -12.5,
    longitude: 38, privacy: .public, media: .video, duration: 1e20, updatedAt: .max, addedAt: .min,
    renditions: [
      Rendition(
        label: "L", url: "https://example.org/1.jpg", width: 1, height: 2, byteCount: 3,
        digest: .init(.md5, hex: "00"), isOriginal: true, media: .photo,
        digests: [.init(.sha1, hex: "11")], headers: [.init("Referer", "x")], fallbacks: ["y"],
        isTransient: true, leastEdge: 4), Rendition(label: "S", url: "https://example.org/2.jpg"),
    ])

  private static let query = PageQuery(
    selector: "recent", parameters: ["a": "b", "": ""], settings: ["key": "v"],
    secrets: ["s"],
    resolved: nil, cursor: "\u{2028}", limit: 7)

  private static let answer = Answer(
    status: 200, headers: ["content-type": "text/html"], body: "{\"a\": \"\\u00e9\"}\r\n\t\u{0}",
    url: nil)

  private static let page = Page(
    photos: [photo, Photo(id: "2", owner: "")], next: "n", total: 0, refused: ["r"],
    skipped: [SkippedEntry(id: "", kind: "video", reason: "x")], notes: ["n"], extent: .cutShort,
    growsAtFront: true, missing: ["m"], more: [RequestDescription(url: "https://example.org/")],
    album: AlbumPart(album: Album(id: "7", title: "T", position: 0), start: 1, next: 2))

  @Test("What the joint's coder and Foundation's encode, each of the two decodes to the same")
  func agreement() throws {
    try agree(Self.page)
    try agree(PageQuestion(answer: Self.answer, further: [Self.answer], query: Self.query))
    try agree(Self.query)
    try agree(
      PhotoQuestion(answer: Self.answer, query: PhotoQuery(photo: Self.photo, settings: [:])))
    try agree(RenditionsAnswer(renditions: Self.photo.renditions))
    try agree(RenditionsAnswer(renditions: Array(Self.photo.renditions.dropFirst())))
    try agree(ClaimQuestion(address: "https://example.org/ü"))
    try agree(ClaimAnswer(selector: nil))
    try agree(ResolveAnswer(request: nil))
    try agree(AccountQuestion(settings: ["a": "b"]))
    try agree(EmptyQuestion())
    try agree(ProviderFailure(.retryLater, "later", code: 105))
    try agree(
      Manifest(
        name: "n", version: "1", summary: "s", sources: [.init(usage: "u", summary: "s")],
        sizes: ["Small"]))
    try agree(
      PhotoDetails(
        info: PhotoInfo(views: 1, mayDownload: false, tags: []),
        comments: [PhotoComment(id: "1", text: "t")], exif: [ExifField(tag: "Make", value: "v")],
        people: [PersonInPhoto(id: "p", box: PhotoBox(x: 0, y: 0, width: 1, height: 1, edge: 2))]))
  }

  private func agree(_ value: some Codable) throws {
    let (ours, theirs) = (try JointCoder.encode(value), try JSONEncoder().encode(value))
    #expect(try canonical(Data(ours)) == canonical(theirs))
    func decoded<Value: Codable>(_ type: Value.Type) throws {
      for bytes in [ours, Array(theirs)] {
        let value = try JointCoder.decode(type, from: bytes)
        #expect(try canonical(JSONEncoder().encode(value)) == canonical(theirs))
      }
    }
    try decoded(type(of: value))
  }

  /// The bytes with sorted members.
  private func canonical(_ bytes: Data) throws -> Data {
    let object = try JSONSerialization.jsonObject(with: bytes)
    return try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
  }

  /// Values of every kind that a member may have, and how they decode.
  private struct Member: Codable, Equatable {
    var int: Int?
    var double: Double?
    var small: UInt8?
    var float: Float?
    var flag: Bool?
    var text: String?
    var texts: [String]?
    var map: [String: Int]?
    var kind: Extent?
    var inner: [Member?]?
  }

  @Test(
    "The joint's coder accepts and refuses the same values as Foundation's",
    arguments: [
      "{}", "[]", "null", "7", "\"x\"", "", "{", "}", "{}x", "tru", "{\"int\":}", "{\"int\":1,}",
      #"{"int":1,"int":2}"#, #"{"int":1.0}"#, #"{"int":1e3}"#, #"{"int":1.5}"#, #"{"int":-0}"#,
      #"{"int":1e400}"#, #"{"int":99999999999999999999}"#, #"{"int":"1"}"#, #"{"int":true}"#,
      #"{"int":9223372036854775807}"#, #"{"int":9223372036854775808}"#, #"{"int":{}}"#,
      #"{"double":12345678901234567890123}"#, #"{"double":1e400}"#, #"{"double":-1.5E-3}"#,
      #"{"double":NaN}"#, #"{"double":"1"}"#, #"{"double":5}"#, #"{"double":-}"#,
      #"{"double":1-2}"#,
      #"{"small":255}"#, #"{"small":256}"#, #"{"small":-1}"#, #"{"float":0.5}"#,
      #"{"float":1e39}"#, #"{"flag":1}"#, #"{"flag":"true"}"#, #"{"flag":false}"#,
      #"{"text":null}"#, #"{"text":1}"#, #"{"text":"\u0000\ud83d\ude00\/"}"#, #"{"text":"\q"}"#,
      #"{"text":"\u12"}"#, #"{"text":"a"#, #"{"te\u0078t":"x","text":"y"}"#, #"{"texts":{}}"#,
      #"{"texts":[1]}"#, #"{"texts":["a",null]}"#, #"{"texts":[]}"#, #"{"texts":["a" "b"]}"#,
      #"{"map":{"x":1,"x":2,"y":3}}"#, #"{"map":[]}"#, #"{"map":{"x":"1"}}"#,
      #"{"kind":"window"}"#, #"{"kind":"door"}"#, #"{"kind":1}"#,
      #"{"inner":[{"int":1},null,{"inner":[]}]}"#, #"{"inner":[{"int":1},{"int":"1"}]}"#,
      #"{'int':1}"#, "{int:1}", #"{"int" 1}"#, #"{"int":1 "flag":true}"#, #"{"other":[{"x":[1]}]}"#,
      "{\"map\":{" + (0..<300).map { "\"\($0)\":\($0)" }.joined(separator: ",") + ",\"7\":0}}",
      "{" + (0..<300).map { "\"\($0)\":1" }.joined(separator: ",") + ",\"int\":1,\"int\":2}",
      #"{"other":"# + String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + "}",
    ])
  func hostile(text: String) throws {
    let bytes = Data(text.utf8)
    let theirs = try? JSONDecoder().decode(Member.self, from: bytes)
    let ours: Member?
    do {
      ours = try JointCoder.decode(Member.self, from: Array(bytes))
    } catch {
      ours = nil
      #expect((error as? ProviderFailure)?.kind == .malformed)
    }
    #expect(ours == theirs)
  }

  @Test(
    "A rendition of usual members is decoded as one of others",
    arguments: [
      #"{"label":"L","url":"u"}"#, #"{"url":"u","height":1.0,"label":"L","isOriginal":true}"#,
      #"{"label":"L","url":"u","width":null}"#, #"{"label":"L","url":"u","label":"M"}"#,
      #"{"label":"L","url":"u","width":1,"width":"x"}"#, #"{"label":"L","url":"u","more":[{}]}"#,
      #"{"label":"L","url":"u","byteCount":7}"#, #"{"l\u0061bel":"L","url":"u","width":9}"#,
      #"{"label":"L"}"#, #"{"label":7,"url":"u"}"#, #"{"label":"L","url":"u","width":1e30}"#,
      #"{"label":"L","url":"u","isOriginal":1}"#, "[]", "null",
    ])
  func rendition(text: String) {
    let bytes = Data(text.utf8)
    let theirs = try? JSONDecoder().decode(Rendition.self, from: bytes)
    #expect((try? JointCoder.decode(Rendition.self, from: Array(bytes))) == theirs)
  }

  @Test(
    "The joint's coder names the member that it refuses",
    arguments: [
      (#"{"inner":[{},{"int":"1"}]}"#, "inner.1.int is not a number"),
      (#"{"texts":["a",null]}"#, "texts.1 is null"), (#"{"texts":7}"#, "texts is not an array"),
      (#"{"int":1e99}"#, "int has an invalid value"), (#"{"map":7}"#, "map is not an object"),
      (#"{"kind":"door"}"#, "kind has an invalid value"), ("[]", "it is not an object"),
      ("null", "it is null"), ("<html>", "it is not JSON"),
      (
        String(repeating: "[", count: 1_000_000),
        "the answer's JSON is nested deeper than 128 levels"
      ),
    ])
  func message(text: String, message: String) {
    #expect(throws: ProviderFailure(.malformed, message)) {
      try JointCoder.decode(Member.self, from: Array(text.utf8))
    }
  }

  @Test("The joint's coder repairs text that Foundation's refuses with the whole message")
  func tolerance() throws {
    let member = try JointCoder.decode(
      Member.self, from: Array("{\"text\":\"a\tb\\ud83d\",\"int\":1}".utf8))
    #expect(member == Member(int: 1, text: "a\tb\u{FFFD}"))
    let bytes = Array("{\"text\":\"".utf8) + [0xFF] + Array("\"}".utf8)
    #expect(try JointCoder.decode(Member.self, from: bytes).text == "\u{FFFD}")
  }

  @Test("The joint's coder does not encode what is not a number")
  func notFinite() {
    #expect(throws: EncodingError.self) { try JointCoder.encode(Member(double: .nan)) }
  }
}
