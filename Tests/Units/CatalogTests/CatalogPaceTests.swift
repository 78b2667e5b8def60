import MirrorCore
import TestSupport
import Testing

@testable import Catalog

@Suite("The call allowance in the catalog")
struct CatalogPaceTests {
  private let flickr = CallAccount(host: "api.flickr.com", keyDigest: "3fa9")
  private let otherKey = CallAccount(host: "api.flickr.com", keyDigest: "")
  private let otherHost = CallAccount(host: "localhost", keyDigest: "3fa9")

  @Test("The call allowance is kept for each host and key after the catalog is closed")
  func remembered() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("catalog.sqlite")
    do {
      let catalog = try Catalog(path: path)
      #expect(try catalog.pace(of: flickr) == nil)
      try catalog.notePace(CallBudget(tokens: 5, time: 1), of: flickr)
      try catalog.notePace(CallBudget(tokens: -2.25, time: 1e9), of: flickr)
      try catalog.notePace(CallBudget(tokens: 1, time: 2), of: otherKey)
      try catalog.notePace(CallBudget(tokens: 3, time: 4), of: otherHost)
    }
    let catalog = try Catalog(path: path)
    #expect(try catalog.pace(of: flickr) == CallBudget(tokens: -2.25, time: 1e9))
    #expect(try catalog.pace(of: otherKey) == CallBudget(tokens: 1, time: 2))
    #expect(try catalog.pace(of: otherHost) == CallBudget(tokens: 3, time: 4))
  }
}
