import Glibc
import MirrorCore
import Mirroring
import SystemCalls

/// The object store that a command line or the configuration names, and those that the user named before.
struct StoreChoice: Sendable {
  var location: StoreLocation?
  let memory: KnownStores?
  /// Whether the choice is remembered.
  private let isMade: Bool

  /// Nil if the command uses no store.
  init?(
    _ parsed: ParsedArguments, of syntax: CommandSyntax, for command: any Command,
    _ environment: [String: String]
  ) throws(UsageError) {
    // 'work' and 'fetch' have another option of this name.
    let isChosen = [CommandName.sync, .copy].contains { $0.rawValue == syntax.name }
    guard syntax.text.opensStore || isChosen else { return nil }
    var options = try StoreOptions(parsed)
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
    if isMade { memory?.prepare() }
  }

  /// Where the choice is remembered; nil if it is not.
  var writableFolder: String? { isMade ? memory?.folder : nil }
}

/// The object stores that the user named for directories.
///
/// A file for each directory in `stores` of the user's state folder (XDG Base Directory Specification), with the path
/// of the directory and the store as a catalog keeps it.
struct KnownStores: StoreMemory {
  let folder: String

  /// Nil if neither XDG_STATE_HOME nor HOME names a folder.
  init?(_ environment: [String: String]) {
    guard let folder = StateFolder.path("stores", environment) else { return nil }
    self.folder = folder
  }

  /// Makes the folder, so that the process can be restricted to it. A failure shows when a file is written.
  func prepare() { StateFolder.make(folder) }

  func has(_ store: StoreLocation, of directory: String) -> Bool {
    AtomicFile.text(of: file(of: directory), mostBytes: 16_384) == Self.text(store, directory)
  }

  func note(_ store: StoreLocation, of directory: String) {
    guard !has(store, of: directory) else { return }
    // Without the record, the store must be named again.
    try? AtomicFile.write(Self.text(store, directory), to: file(of: directory))
  }

  private static func text(_ store: StoreLocation, _ directory: String) -> String {
    "\(path(of: directory))\n\(store.record)\n"
  }

  /// Without links, so that each name of the directory leads to the same file.
  private static func path(of directory: String) -> String {
    guard let real = realpath(directory, nil) else { return directory }
    defer { free(real) }
    return String(cString: real)
  }

  /// The file's content tells directories with the same hash (FNV-1a) apart.
  private func file(of directory: String) -> String {
    let hash = Self.path(of: directory).utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "\(folder)/\(String(hash, radix: 16))"
  }
}
