import Foundation
import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

/// What a copy did.
struct CopyOutcome {
  var totals = MirrorCopy.Totals()
  var leftOut: [Verification.Finding] = []
}

/// Tests that copy a mirror.
protocol CopyUser {}

extension CopyUser {
  func copy(
    _ archive: TestArchive, to path: String? = nil, sharesFiles: Bool = false
  ) async throws -> CopyOutcome {
    var options = MirrorCopy.Options()
    options.sharesFiles = sharesFiles
    var outcome = CopyOutcome()
    let copy = MirrorCopy(of: archive.mirror, to: Mirror(path ?? archive.outside("copy")), options)
    outcome.totals = try await copy.run {
      if case .leftOut(let finding) = $0 { outcome.leftOut.append(finding) }
    }
    return outcome
  }

  func findings(_ path: String) async throws -> [Verification.Finding] {
    var findings: [Verification.Finding] = []
    try await Verification(of: Mirror(path)).run {
      findings += $0.finding.map { [$0] } ?? []
    }
    return findings
  }

  /// Every file of a directory but for the catalog, the lock and the record of the copy.
  func files(_ path: String) -> [String: Data] {
    let names = FileManager.default.subpaths(atPath: path) ?? []
    let own = ["catalog.sqlite", "lock", "copy.json"].map { ".photomirror/" + $0 }
    return Dictionary(
      uniqueKeysWithValues: names.filter { name in !own.contains(where: name.hasPrefix) }
        .compactMap { name in
          let url = URL(filePath: path + "/" + name)
          return (try? Data(contentsOf: url)).map { (name, $0) }
        })
  }
}
