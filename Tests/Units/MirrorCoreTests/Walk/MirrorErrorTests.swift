import ProviderKit
import Testing

@testable import MirrorCore

@Suite("MirrorError")
struct MirrorErrorTests {
  @Test(
    "A provider's error keeps its hint, whether a setting caused it and whether it is transient")
  func provider() {
    #expect(
      MirrorError(ProviderFailure(.setting, "bad key", hint: "renew the key"))
        == .source("bad key", .setting("renew the key")))
    #expect(
      MirrorError(ProviderFailure(.source, "no such album", hint: "see the site"))
        == .source("no such album", .provider(hint: "see the site", isPassing: false)))
    #expect(MirrorError(ProviderFailure(.retryLater, "busy")).isPassing)
    #expect(MirrorError(ProviderFailure(.retryLater, "busy", hint: "wait")).isPassing)
    #expect(!MirrorError(ProviderFailure(.source, "no such album")).isPassing)
  }
}
