import Console
import MirrorCore
import Mirroring

/// `photomirror verify --against OTHER DIRECTORY`
extension VerifyCommand {
  /// Compares the catalogs of two mirrors.
  func compare(withMirror path: String, _ context: CommandContext) async throws -> ExitStatus {
    let comparison = MirrorComparison(of: context.mirror(directory), with: Mirror(path))
    let tellsSame = options.verification.tellsSame
    return try await TaskFrame(context, options.json, options.progress, hint: nil).run { frame in
      let totals = try await comparison.run { finding in
        if case .same = finding, !tellsSame { return }
        frame.write(finding.file, MirrorComparison.Finding.keys)
      }
      return TaskEnd(
        [Self.summary(totals)], MirrorComparison.Totals.keys.object(totals),
        isWhole: !totals.hasDifferences)
    }
  }

  private static func summary(_ totals: MirrorComparison.Totals) -> String {
    "compared \(Quantity.count(totals.here, of: "photo")) with \(Quantity.count(totals.there)): "
      + "\(Quantity.count(totals.same)) the same, \(Quantity.count(totals.onlyHere)) only here, "
      + "\(Quantity.count(totals.onlyThere)) only there, "
      + "\(Quantity.count(totals.changed)) with other bytes"
  }
}

extension MirrorComparison.Finding {
  static let keys = FoundFile.keys("same, only_here, only_there, changed") {
    $0.add("other", "the path there", \.other)
  }

  var file: FoundFile {
    switch self {
    case .same(let path): return FoundFile("=", "same", path)
    case .onlyHere(let path): return FoundFile("-", "only_here", path)
    case .onlyThere(let path): return FoundFile("+", "only_there", path)
    case .changed(let path, let other):
      var file = FoundFile("*", "changed", path, other == path ? nil : "\(other) there")
      file.other = other
      return file
    }
  }
}

extension MirrorComparison.Totals {
  static let keys = ResultKeys<Self> {
    $0.add("ending") { _ in "finished" }
    $0.add("checked", \.here)
    $0.add("there", "photos", \.there)
    $0.add("same", \.same)
    $0.add("only_here", \.onlyHere)
    $0.add("only_there", \.onlyThere)
    $0.add("changed", \.changed)
  }
}
