import Glibc
import MirrorCore
import Mirroring
import SystemCalls

/// The object store that a command line or the configuration names, and those that the user named before.
struct StoreChoice: Sendable {
  var location: StoreLocation?
  let memory: KnownStores
  /// Whether the choice is remembered.
  private let isMade: Bool

  /// Nil if the command uses no store.
  init?(
    _ parsed: ParsedArguments, of syntax: CommandSyntax, for command: any Command,
    _ environment: [String: String]
  ) throws(UsageError) {
    let isOption = [CommandName.sync, .copy].contains { $0.rawValue == syntax.name }
    // These only remember: 'work' has another option of this name, and the others have none.
    let isRemembered = [CommandName.work, .catalog, .import].contains {
      $0.rawValue == syntax.name
    }
    guard syntax.text.opensStore || isOption || isRemembered else { return nil }
    var options = isRemembered ? StoreOptions() : try StoreOptions(parsed)
    if let operand = command.storeOperand {
      if let location = options.location, location != operand {
        throw UsageError("\(operand.name) and --store \(location.name) are two object stores")
      }
      options.location = operand
    }
    location = try options.chosen()
    memory = KnownStores(environment)
    isMade = location != nil || command.namesStore
  }

  /// Call before the process is restricted.
  func prepare() {
    if isMade { memory.prepare() }
  }

  /// Where the choice is remembered; nil if it is not.
  var writableFolder: String? { isMade ? memory.folder : nil }
}
