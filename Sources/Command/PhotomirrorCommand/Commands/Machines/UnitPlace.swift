import MirrorCore
import Mirroring

/// A place on the command line.
enum UnitPlace: Sendable, Hashable {
  case directory(String)
  case store(StoreLocation)

  /// Nil for a store.
  var folder: String? {
    guard case .directory(let path) = self else { return nil }
    return path
  }

  /// - Parameter work: The directory for unfinished files.
  static func chosen(
    _ place: UnitPlace?, _ work: String?, _ store: inout StoreOptions, for command: CommandName
  ) throws(UsageError) -> UnitFetch.Place {
    switch place {
    case nil:
      throw UsageError(
        "'\(command.rawValue)' needs --store",
        hints: ["name a directory, or \(StoreLocation.shapes)"])
    case .directory(let path)?:
      guard work == nil else {
        throw UsageError("--work is for a bucket: a directory keeps its own unfinished files")
      }
      _ = try store.chosen()
      return .directory(path)
    case .store(let location)?:
      store.location = location
      return .store(try store.chosen() ?? location, work: work)
    }
  }
}

extension ValueKind<UnitPlace> {
  static let place = ValueKind(
    "DIR|ADDRESS",
    text: { place in
      switch place {
      case .directory(let path): path
      case .store(let location): location.name
      }
    },
    parse: { given, label throws(UsageError) in
      if let store = StoreLocation(given) { return .store(store) }
      guard given.isEmpty || StoreLocation.isAddress(given) else { return .directory(given) }
      throw UsageError(
        "\(label) takes a directory, \(StoreLocation.shapes), not "
          + "'\(StoreLocation.withoutPassword(given))'",
        hints: StoreLocation.passwordHints(given))
    })
}
