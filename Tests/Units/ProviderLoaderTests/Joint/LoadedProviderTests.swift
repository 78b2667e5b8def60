import Foundation
import ModuleSupport
import ProviderKit
import ProviderLoader
import TestSupport
import Testing

@Suite("Answers of a hostile module")
struct LoadedProviderTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory(in: BuiltModule.folder) }

  @Test("A module's invalid photos cost only themselves")
  func photos() throws {
    let provider = try load(
      answering: "page",
      """
      {"photos":[{"id":"1"},{"id":2},{"owner":"x"},null,"photo",{"id":"a\\u0000b"},
      {"id":"3","renditions":[{"label":"L","url":"gopher://x"}]},{"id":"4","uploadedAt":1e300},
      {"id":"5","title":"t","owner":"o"}],"unknown":[]}
      """)
    let page = try provider.page(from: Answer(body: ""), for: PageQuery(selector: "x"))
    #expect(page.photos == [Photo(id: "1", owner: ""), Photo(id: "5", owner: "o", title: "t")])
    #expect(
      page.refused == [
        "entry 2 of the page is not a photo: id is not a string",
        "entry 3 of the page is not a photo: id is missing",
        "entry 4 of the page is not a photo: it is null",
        "entry 5 of the page is not a photo: it is not an object",
        "entry 8 of the page is not a photo: uploadedAt has an invalid value",
        "photo \"a b\": the id is empty, too long or contains control characters",
        "photo \"3\": the rendition L has no http or https address: \"gopher://x\"",
      ])
  }

  @Test(
    "A module's invalid page fails as malformed",
    arguments: [
      "{}", "null", "{\"photos\":{}}", "{\"photos\":[],\"next\":7}",
      "{\"photos\":[],\"next\":\"\"}",
      "{\"photos\":[],\"total\":1.5}",
    ])
  func pages(answer: String) throws {
    let provider = try load(answering: "page", answer)
    #expect {
      try provider.page(from: Answer(body: ""), for: PageQuery(selector: "x"))
    } throws: {
      ($0 as? ProviderFailure)?.kind == .malformed
    }
  }

  @Test(
    "A module's invalid request fails as malformed",
    arguments: [
      "{\"url\":\"file:///etc/passwd\",\"parameters\":[],\"headers\":[]}",
      "{\"url\":\"https://a/\",\"parameters\":[{\"name\":\"k\",\"setting\":\"home\"}],\"headers\":[]}",
      "{\"url\":\"https://a/\",\"parameters\":[],\"headers\":[{\"name\":\"A\",\"value\":\"b\\r\\nC: d\"}]}",
      "{}",
    ])
  func requests(answer: String) throws {
    let provider = try load(answering: "page-request", answer)
    #expect {
      try provider.pageRequest(for: PageQuery(selector: "x"))
    } throws: {
      ($0 as? ProviderFailure)?.kind == .malformed
    }
  }

  @Test("A module's answer with too many sizes fails as malformed")
  func renditions() throws {
    let sizes = Array(repeating: "{\"label\":\"L\",\"url\":\"https://a/\"}", count: 65)
    let provider = try load(
      answering: "renditions", "{\"renditions\":[\(sizes.joined(separator: ","))]}")
    #expect(throws: ProviderFailure(.malformed, "there are more than 64 renditions")) {
      try provider.renditions(
        from: Answer(body: ""), for: PhotoQuery(photo: Photo(id: "1", owner: "")))
    }
  }

  @Test("A module's invalid selector for an address fails as malformed")
  func claims() throws {
    let provider = try load(answering: "claim", "{\"selector\":\"\\u001b[2J\"}")
    #expect(throws: ProviderFailure.self) { try provider.selector(claiming: "https://a/") }
    let silent = try load(answering: "claim", "{}", name: "silent")
    #expect(try silent.selector(claiming: "https://a/") == nil)
  }

  @Test("A call that a module does not support fails as unsupported")
  func unsupported() throws {
    let provider = try load(answering: "claim", "{}")
    let failure = ProviderFailure(
      .unsupported, "the module does not support \"renditions-request\"")
    #expect(throws: failure) {
      try provider.renditionsRequest(for: PhotoQuery(photo: Photo(id: "1", owner: "")))
    }
  }

  @Test("A module's failures contain no control characters")
  func failures() throws {
    let failure = #"{\"kind\":\"source\",\"message\":\"a\\u001b[2Jb\"}"#
    var module = CModule()
    module.statements = """
      if (!strcmp(method, "page-request")) {
          say(context, emit, "\(failure)");
          return PHOTO_PROVIDER_FAILED;
        }
      """
    let provider = try load(module)
    #expect(throws: ProviderFailure(.source, "a [2Jb")) {
      try provider.pageRequest(for: PageQuery(selector: "x"))
    }
  }

  @Test("Bytes that a module emits after its call do not reach another answer")
  func late() throws {
    var module = CModule(answers: [
      "manifest": CModule.manifest(), "claim": "{\"selector\":\"x\"}",
    ])
    module.statements = """
      static void *earlier;
        if (earlier) emit(earlier, (const uint8_t *)"late", 4);
        earlier = context;
      """
    let provider = try load(module)
    for _ in 0..<100 { #expect(try provider.selector(claiming: "https://a/") == "x") }
  }

  private func load(
    answering method: String, _ answer: String, name: String = "wild"
  ) throws -> LoadedProvider {
    try load(CModule(answers: ["manifest": CModule.manifest(name: name), method: answer]), name)
  }

  private func load(_ module: CModule, _ name: String = "wild") throws -> LoadedProvider {
    let path = folder.appending(name)
    try module.build(at: path)
    let found = ProviderLoader(searchPath: [path]).load()
    return try #require(found.providers.first, "\(found.refused)")
  }
}

@Suite("Look-ups and accounts of a module")
struct ModuleLookUpTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory(in: BuiltModule.folder) }

  private let answers = [
    "manifest": CModule.manifest(), "page": #"{"photos":[{"id":"1"}]}"#,
    "resolve-request": #"{"request":{"url":"https://a/"}}"#, "resolve": #"{"value":"17"}"#,
    "account-request": #"{"url":"https://a/"}"#, "account": #"{"id":"17","name":"x"}"#,
  ]

  @Test("A module is asked for look-ups and accounts")
  func second() throws {
    let provider = try load(CModule(answers: answers))
    #expect(try provider.resolveRequest(for: PageQuery(selector: "x"))?.url == "https://a/")
    let query = PageQuery(selector: "x")
    #expect(try provider.resolution(from: Answer(body: ""), for: query).value == "17")
    #expect(try provider.account(from: Answer(body: ""), settings: [:]).id == "17")
  }

  @Test("A module without look-ups is listed at once")
  func noLookUp() throws {
    for answer in [#"{"request":null}"#, nil] {
      var answers = answers
      answers["resolve-request"] = answer
      let provider = try load(CModule(answers: answers))
      #expect(try provider.resolveRequest(for: PageQuery(selector: "x")) == nil)
    }
  }

  @Test(
    "A module's invalid page, look-up or account is malformed",
    arguments: [
      ("page", #"{"photos":[],"more":[{"url":"file:///etc/passwd"}]}"#),
      ("page", #"{"photos":[],"listings":[{"selector":""}]}"#),
      ("page", #"{"photos":[],"extent":"most"}"#),
      ("resolve", "{}"), ("resolve", #"{"value":""}"#),
      ("resolve-request", #"{"request":{"url":"https://a/","authorization":{"scheme":"oauth1"}}}"#),
      (
        "resolve-request",
        #"{"request":{"url":"https://a/","authorization":{"scheme":"bearer","token":"home"}}}"#
      ),
      ("account", #"{"id":"","name":""}"#),
    ])
  func malformed(method: String, answer: String) throws {
    let provider = try load(CModule(answers: answers.merging([method: answer]) { $1 }))
    let query = PageQuery(selector: "x")
    #expect {
      switch method {
      case "page": _ = try provider.page(from: Answer(body: ""), for: query)
      case "resolve": _ = try provider.resolution(from: Answer(body: ""), for: query)
      case "resolve-request": _ = try provider.resolveRequest(for: query)
      default: _ = try provider.account(from: Answer(body: ""), settings: [:])
      }
    } throws: {
      ($0 as? ProviderFailure)?.kind == .malformed
    }
  }

  private func load(_ module: CModule) throws -> LoadedProvider {
    let path = folder.appending("module\(Int.random(in: 0..<1_000_000))")
    try module.build(at: path)
    let found = ProviderLoader(searchPath: [path]).load()
    return try #require(found.providers.first, "\(found.refused)")
  }
}
