import ProviderKit
import Testing

@testable import MirrorCore

@Suite("A provider's failure that stops the run")
struct MirrorErrorTests {
  @Test("for a setting says where settings are shown, unless the provider says what to do")
  func setting() {
    let hints = [nil, "renew the key"].map {
      MirrorError(ProviderFailure(.setting, "bad key", hint: $0)).hint
    }
    #expect(hints == ["'photomirror providers' shows the settings", "renew the key"])
    #expect(MirrorError(ProviderFailure(.source, "no such album")).hint == nil)
  }
}
