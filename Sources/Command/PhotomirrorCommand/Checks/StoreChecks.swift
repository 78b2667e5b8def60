import Console
import MirrorCore
import Mirroring

/// Checks of the store with a mirror's photos: what the user may do, and what the store promises.
struct StoreChecks {
  let mirror: Mirror

  /// Empty if the photos are in the directory.
  func run() async throws -> [Diagnosis] {
    do {
      guard let probe = try await StoreProbe(of: mirror) else { return [] }
      guard probe.refusals.isEmpty else {
        return probe.refusals.map {
          .failure(
            "store", "\(probe.place): \($0)", hint: "check \(probe.login) and what the store allows"
          )
        }
      }
      return [.ok("store", "\(probe.place): \(probe.login) may list, read and write")]
        + promises(of: probe)
    } catch let error as MirrorError {
      return [.failure("store", error.report.text, hint: error.report.hints.first)]
    }
  }

  private func promises(of probe: StoreProbe) -> [Diagnosis] {
    [
      probe.deletion == nil
        ? .ok("store", "\(probe.login) may delete")
        : .warning(
          "store", "\(probe.login) may not delete",
          hint: "'--gone keep' works; the trash, 'forget', new versions and 'repair' do not"),
      probe.keepsExisting
        ? .ok("store", "an existing file is kept when two machines store one")
        : .warning(
          "store", "a file can be replaced when two machines store one at once",
          hint: "let one machine write to the store at a time"),
      probe.provesFiles
        ? .ok("store", "it computes digests: 'verify' need not read the photos")
        : .ok("store", "it computes no digests: 'verify' reads the photos"),
    ]
  }
}

extension StoreProbe {
  /// Who is allowed something: an object store knows keys, and others users.
  fileprivate var login: String { place.hasPrefix("s3:") ? "the key" : "the user" }
}
