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
        frame.write(finding.object, finding.text)
      }
      return TaskEnd([Self.summary(totals)], JSONObject(totals), isWhole: !totals.hasDifferences)
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
  private var parts: (mark: String, what: String, path: String, other: String?) {
    switch self {
    case .same(let path): ("=", "same", path, nil)
    case .onlyHere(let path): ("-", "only_here", path, nil)
    case .onlyThere(let path): ("+", "only_there", path, nil)
    case .changed(let path, let other): ("*", "changed", path, other)
    }
  }

  fileprivate var text: String {
    let (mark, _, path, other) = parts
    let name = other.flatMap { $0 == path ? nil : ": \($0) there" } ?? ""
    return TerminalText.line("\(mark) \(path)\(name)")
  }

  fileprivate var object: JSONObject {
    var object = JSONObject()
    let (_, what, path, other) = parts
    object.set("finding", what)
    object.set("path", path)
    object.set("other", other)
    return object
  }
}

extension JSONObject {
  fileprivate init(_ totals: MirrorComparison.Totals) {
    self.init()
    set("ending", "finished")
    set("checked", totals.here)
    set("there", totals.there)
    set("same", totals.same)
    set("only_here", totals.onlyHere)
    set("only_there", totals.onlyThere)
    set("changed", totals.changed)
  }
}
