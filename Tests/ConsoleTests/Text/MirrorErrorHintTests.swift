import Console
import MirrorCore
import Testing

@Suite("Hints for errors that stop a run")
struct MirrorErrorHintTests {
  @Test(
    "The hint says what to do about the problem, and the provider's own hint comes first",
    arguments: [
      (.source("bad key", .setting(nil)), "'photomirror providers' shows the settings"),
      (.source("bad key", .setting("renew the key")), "renew the key"),
      (.source("no album", .provider(hint: "see the site", isPassing: false)), "see the site"),
      (.source("no album"), nil),
      (
        .directory("full", .system(errno: 28)),
        "free some space; run the same command again to resume"
      ),
      (.directory("x", .notAMirror("photos")), "'photomirror sync SOURCE photos' creates one"),
    ] as [(MirrorError, String?)])
  func hint(error: MirrorError, hint: String?) { #expect(error.hint == hint) }
}
