import Console
import Locking
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
        frame.write(finding.object, finding.text)
      }
      return TaskEnd(
        [Self.summary(totals)], JSONObject(totals),
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
  private var parts: (mark: String, what: String, path: String?, reason: String?) {
    switch self {
    case .same(let path): ("=", "same", path, nil)
    case .missing(let photo, let reason):
      ("-", "missing", nil, "\(photo.id) \(photo.title): \(reason)")
    case .changed(let path): ("*", "changed", path, "the feed has another address for it")
    case .extra(let path): ("+", "extra", path, "the feed does not list it any more")
    }
  }

  fileprivate var text: String {
    let (mark, _, path, reason) = parts
    return TerminalText.line(
      "\(mark) " + [path, reason].compactMap(\.self).joined(separator: ": "))
  }

  fileprivate var object: JSONObject {
    var object = JSONObject()
    let (_, what, path, reason) = parts
    object.set("finding", what)
    object.set("path", path)
    if case .missing(let photo, let reason) = self {
      object.set("id", photo.id)
      object.set("reason", reason)
    } else {
      object.set("reason", reason)
    }
    return object
  }
}

extension JSONObject {
  fileprivate init(_ totals: SourceComparison.Totals) {
    self.init()
    set("ending", "finished")
    set("checked", totals.listed)
    set("missing", totals.missing)
    set("changed", totals.changed)
    set("extra", totals.extra)
  }
}
