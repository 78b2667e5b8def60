import Foundation
import ProviderKit
import ProviderTesting
import Testing

@Suite("The provider conformance kit")
struct ProviderConformanceTests {
  @Test("The provider conformance kit reports nothing for a correct provider")
  func sound() {
    #expect(check(Lab()) == [])
  }

  @Test("The provider conformance kit reports an invalid manifest")
  func manifest() {
    #expect(check(Lab(manifest: { $0.name = "Bad Name" })) == ["manifest"])
  }

  @Test("The provider conformance kit reports a provider that accepts any address")
  func addresses() {
    #expect(check(Lab(claim: { _ in "everything" })) == ["addresses"])
  }

  @Test("The provider conformance kit reports a provider that accepts any selector")
  func selectors() {
    let lab = Lab(request: { .init(url: "https://a/", parameters: [.init("p", $0.cursor ?? "")]) })
    #expect(check(lab) == ["selectors"])
  }

  @Test("The provider conformance kit reports the wrong kind of failure for a selector")
  func selectorKind() {
    let lab = Lab(request: { query in
      guard query.selector == "lab" else { throw ProviderFailure(.malformed, "no") }
      return try Lab.sound(query)
    })
    #expect(check(lab) == ["selectors"])
  }

  @Test("The provider conformance kit reports an invalid request")
  func requests() {
    let lab = Lab(request: { query in
      _ = try Lab.sound(query)
      return RequestDescription(url: "ftp://a/\(query.cursor ?? "")")
    })
    #expect(check(lab) == ["requests"])
  }

  @Test("The provider conformance kit reports a request that contains a secret")
  func secrets() {
    let lab = Lab(request: { query in
      var request = try Lab.sound(query)
      request.parameters.append(.init("key", query.settings["key"] ?? ""))
      return request
    })
    #expect(check(lab) == ["requests"])
  }

  @Test(
    "The provider conformance kit reports invalid and duplicate ids",
    arguments: [["a\nb"], ["a", "a"], [""]])
  func answers(ids: [String]) {
    let lab = Lab(read: { answer, query in
      _ = try Lab.sound(answer, query)
      return Page(
        photos: ids.map { Photo(id: $0, owner: "", renditions: Lab.photo("1").renditions) })
    })
    #expect(check(lab) == ["answers"])
  }

  @Test("The provider conformance kit reports a photo without sizes and without a call for them")
  func nowhere() {
    let lab = Lab(read: { answer, query in
      _ = try Lab.sound(answer, query)
      return Page(photos: [Photo(id: "a", owner: "")])
    })
    #expect(check(lab) == ["answers"])
  }

  @Test(
    "The provider conformance kit reports a size that the manifest does not list",
    arguments: [([], true), (["S", "Large"], true), (["S"], false)])
  func labels(sizes: [String], isSound: Bool) {
    let lab = Lab(
      manifest: { $0.sizes = sizes },
      read: { answer, query in
        var page = try Lab.sound(answer, query)
        for index in page.photos.indices {
          page.photos[index].renditions = [.init(label: "large", url: "https://a/")]
        }
        return page
      })
    #expect(check(lab) == (isSound ? [] : ["answers"]))
  }

  @Test("The provider conformance kit reports a recorded answer that fails to parse")
  func unreadable() {
    #expect(
      check(Lab(read: { _, _ in throw ProviderFailure(.malformed, "no") })).contains("answers"))
  }

  @Test("The provider conformance kit reports a listing that does not end")
  func endless() {
    let lab = Lab(read: { answer, query in
      var page = try Lab.sound(answer, query)
      page.next = "again"
      return page
    })
    #expect(check(lab) == ["cursors"])
  }

  @Test("The provider conformance kit reports recordings without a last page")
  func openEnd() {
    let first = Recorded.page(PageQuery(selector: "lab"), Self.first)
    #expect(ProviderConformance.check(Lab(), recorded: [first]).map(\.rule) == ["cursors"])
  }

  @Test("The provider conformance kit reports a cursor that leads to the same request")
  func standing() {
    let lab = Lab(
      request: { query in
        var query = query
        query.cursor = nil
        return try Lab.sound(query)
      })
    #expect(check(lab) == ["cursors"])
  }

  @Test("The provider conformance kit reports a provider with state")
  func impure() {
    let lab = Lab(read: { answer, query in
      var page = try Lab.sound(answer, query)
      page.photos.append(Lab.photo(UUID().uuidString))
      return page
    })
    #expect(check(lab) == ["purity"])
  }

  @Test("The provider conformance kit reports a malformed answer that is accepted as a listing")
  func credulous() {
    #expect(check(Lab(read: { _, _ in Page(photos: []) })) == ["malformed"])
  }

  @Test("The provider conformance kit reports errors of other types than ProviderFailure")
  func stray() {
    let lab = Lab(read: { answer, query in
      do { return try Lab.sound(answer, query) } catch { throw CocoaError(.coderReadCorrupt) }
    })
    #expect(check(lab) == ["malformed"])
  }

  private static let first = Answer(body: "{\"ids\":[\"1\",\"2\"],\"next\":\"b\"}")

  /// The violated rules.
  private func check(_ lab: Lab) -> Set<String> {
    let last = Answer(body: "{\"ids\":[\"3\"]}")
    let recorded = [
      Recorded.page(PageQuery(selector: "lab"), Self.first),
      Recorded.page(PageQuery(selector: "lab", cursor: "b"), last),
    ]
    return Set(ProviderConformance.check(lab, recorded: recorded).map(\.rule))
  }
}
