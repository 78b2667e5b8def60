import Foundation
import ProviderKit
import ProviderTesting
import Testing

@Suite("The conformance kit")
struct ProviderConformanceTests {
  @Test("The conformance kit finds nothing in a correct provider")
  func sound() {
    #expect(check(Lab()) == [])
  }

  @Test("The conformance kit finds an invalid manifest")
  func manifest() {
    #expect(check(Lab(manifest: { $0.name = "Bad Name" })) == ["manifest"])
  }

  @Test("The conformance kit finds a claim on everybody's addresses")
  func addresses() {
    #expect(check(Lab(claim: { _ in "everything" })) == ["addresses"])
  }

  @Test("The conformance kit finds a provider that takes any selector")
  func selectors() {
    let lab = Lab(request: { .init(url: "https://a/", parameters: [.init("p", $0.cursor ?? "")]) })
    #expect(check(lab) == ["selectors"])
  }

  @Test("The conformance kit finds a selector's failure of the wrong kind")
  func selectorKind() {
    let lab = Lab(request: { query in
      guard query.selector == "lab" else { throw ProviderFailure(.malformed, "no") }
      return try Lab.sound(query)
    })
    #expect(check(lab) == ["selectors"])
  }

  @Test("The conformance kit finds a request that cannot be made")
  func requests() {
    let lab = Lab(request: { query in
      _ = try Lab.sound(query)
      return RequestDescription(url: "ftp://a/\(query.cursor ?? "")")
    })
    #expect(check(lab) == ["requests"])
  }

  @Test("The conformance kit finds a secret that was taken from the settings")
  func secrets() {
    let lab = Lab(request: { query in
      var request = try Lab.sound(query)
      request.parameters.append(.init("key", query.settings["key"] ?? ""))
      return request
    })
    #expect(check(lab) == ["requests"])
  }

  @Test(
    "The conformance kit finds invalid and duplicate ids", arguments: [["a\nb"], ["a", "a"], [""]])
  func answers(ids: [String]) {
    let lab = Lab(read: { answer, query in
      _ = try Lab.sound(answer, query)
      return Page(
        photos: ids.map { Photo(id: $0, owner: "", renditions: Lab.photo("1").renditions) })
    })
    #expect(check(lab) == ["answers"])
  }

  @Test(
    "The conformance kit finds a photo that nobody can fetch: without a size, of a site without a call for sizes"
  )
  func nowhere() {
    let lab = Lab(read: { answer, query in
      _ = try Lab.sound(answer, query)
      return Page(photos: [Photo(id: "a", owner: "")])
    })
    #expect(check(lab) == ["answers"])
  }

  @Test(
    "The conformance kit finds a size that the manifest does not name, if it names any",
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

  @Test("The conformance kit finds a recorded answer that cannot be read")
  func unreadable() {
    #expect(
      check(Lab(read: { _, _ in throw ProviderFailure(.malformed, "no") })).contains("answers"))
  }

  @Test("The conformance kit finds a listing that does not end")
  func endless() {
    let lab = Lab(read: { answer, query in
      var page = try Lab.sound(answer, query)
      page.next = "again"
      return page
    })
    #expect(check(lab) == ["cursors"])
  }

  @Test("The conformance kit finds recordings that leave open whether a listing ends")
  func openEnd() {
    let first = Recorded.page(PageQuery(selector: "lab"), Self.first)
    #expect(ProviderConformance.check(Lab(), recorded: [first]).map(\.rule) == ["cursors"])
  }

  @Test("The conformance kit finds a cursor that leads to the same request")
  func standing() {
    let lab = Lab(
      request: { query in
        var query = query
        query.cursor = nil
        return try Lab.sound(query)
      })
    #expect(check(lab) == ["cursors"])
  }

  @Test("The conformance kit finds a provider with state")
  func impure() {
    let lab = Lab(read: { answer, query in
      var page = try Lab.sound(answer, query)
      page.photos.append(Lab.photo(UUID().uuidString))
      return page
    })
    #expect(check(lab) == ["purity"])
  }

  @Test("The conformance kit finds a malformed answer that is taken for a listing")
  func credulous() {
    #expect(check(Lab(read: { _, _ in Page(photos: []) })) == ["malformed"])
  }

  @Test("The conformance kit finds errors that are no ProviderFailure")
  func stray() {
    let lab = Lab(read: { answer, query in
      do { return try Lab.sound(answer, query) } catch { throw CocoaError(.coderReadCorrupt) }
    })
    #expect(check(lab) == ["malformed"])
  }

  private static let first = Answer(body: "{\"ids\":[\"1\",\"2\"],\"next\":\"b\"}")

  /// The rules that are broken.
  private func check(_ lab: Lab) -> Set<String> {
    let last = Answer(body: "{\"ids\":[\"3\"]}")
    let recorded = [
      Recorded.page(PageQuery(selector: "lab"), Self.first),
      Recorded.page(PageQuery(selector: "lab", cursor: "b"), last),
    ]
    return Set(ProviderConformance.check(lab, recorded: recorded).map(\.rule))
  }
}
