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
      (
        .directory("x", .damagedCatalog),
        "run 'photomirror recover DIRECTORY': it takes the newest good snapshot, and no file is fetched again"
      ),
      (.directory("x", .foreignCatalog), "mirror into another directory"),
      (.directory("x", .otherVersion), "use the photomirror version that wrote it, or a newer one"),
      (
        .directory("x", .linkedFile),
        "if it was copied with links (cp -al), replace it by a real copy; if somebody else prepared "
          + "the directory, do not trust it"
      ),
      (.directory("x", .occupied), "move it away"),
      (.directory("x", .link), "replace the link by the directory itself"),
      (
        .directory("x", .locked),
        "wait for it to finish, or stop it; either run can be resumed"
      ),
      (
        .directory("x", .remoteStore), "run it over a mirror whose photos are in its directory"
      ),
    ] as [(MirrorError, String?)])
  func hint(error: MirrorError, hint: String?) { #expect(error.hint == hint) }
}
