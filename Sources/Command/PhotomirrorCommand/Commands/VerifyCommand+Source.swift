import Console
import MirrorCore
import Mirroring

/// `photomirror verify --against-source SOURCE DIRECTORY`
extension VerifyCommand {
  /// Compares the mirror with the listing of a source.
  func compare(with source: SourceAddress, _ context: CommandContext) async throws
    -> ExitStatus
  {
    let chosen = try ChosenSource(source, options.provider, environment: context.environment)
    var configuration = try chosen.configuration(options.mirror, mirror: context.mirror(directory))
    configuration.whenStuck = { Message.end(.sourceFailed, $0) }
    let comparison = SourceComparison(configuration, delegate: NotePrinter(.error))
    let tellsSame = options.verification.tellsSame
    let frame = TaskFrame(context, options.json, options.progress, hint: nil)
    return try await frame.run { frame in
      let totals = try await comparison.run { finding in
        if case .same = finding, !tellsSame { return }
        frame.write(finding.file, SourceComparison.Finding.keys)
      }
      return TaskEnd(
        [Self.summary(totals)], SourceComparison.Totals.keys.object(totals),
        isWhole: !totals.hasDifferences && totals.refused == 0)
    }
  }

  private static func summary(_ totals: SourceComparison.Totals) -> String {
    "compared \(Quantity.count(totals.listed, of: "photo")) of the feed: "
      + "\(Quantity.count(totals.same)) mirrored, \(Quantity.count(totals.missing)) missing, "
      + "\(Quantity.count(totals.changed)) changed, "
      + "\(Quantity.count(totals.extra)) not listed any more"
      + (totals.refused > 0 ? ", \(Quantity.count(totals.refused)) invalid" : "")
  }
}

extension SourceComparison.Finding {
  static let keys = FoundFile.keys("same, missing, changed, extra") {
    $0.addIfAny("id", "of a missing photo", \.id)
    $0.add("reason", \.reason)
  }

  var file: FoundFile {
    switch self {
    case .same(let path): return FoundFile("=", "same", path)
    case .missing(let photo, let reason):
      var file = FoundFile("-", "missing", nil, reason)
      (file.id, file.says) = (photo.id, "\(photo.id) \(photo.title): \(reason)")
      return file
    case .changed(let path):
      return FoundFile("*", "changed", path, "the feed has another address for it")
    case .extra(let path):
      return FoundFile("+", "extra", path, "the feed does not list it any more")
    }
  }
}

extension SourceComparison.Totals {
  static let keys = ResultKeys<Self> {
    $0.add("ending") { _ in "finished" }
    $0.add("checked", "photos of the feed", \.listed)
    $0.add("missing", \.missing)
    $0.add("changed", \.changed)
    $0.add("extra", \.extra)
  }
}
