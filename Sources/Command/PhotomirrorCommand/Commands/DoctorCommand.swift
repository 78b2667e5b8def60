import Configuration
import Console
import MirrorCore
import Mirroring
import SystemCalls
import Threads

/// `photomirror doctor [TARGET…]`
struct DoctorCommand: Command {
  struct Options: CommandOptions {
    var isJSON = false
    var isOffline = false
    var isVerbose = false
    var provider = ProviderOptions()
  }

  static let name = CommandName.doctor
  static let text = CommandText(
    summary: "Check the machine, the configuration, directories, stores, keys and sites",
    operands: ["[TARGET…]"],
    examples: [
      .init(
        "photomirror doctor", "the problems of the machine and of every mirror of the configuration"
      ),
      .init(
        "photomirror doctor photos flickr:recent s3://photos",
        "also ./photos, whether the source answers, what a key may do"),
    ],
    meanings: [
      .success: "no check failed; there may be warnings",
      .somePhotosFailed: "at least one check failed",
      .directoryFailed: "cannot write to standard output",
      .interrupted: "interrupted",
    ],
    usesCatalog: true)
  static var results: [ToldKeys] { [Diagnosis.keys.told()] }
  static let options: [Option<Options>] =
    [
      .flag("offline", \.isOffline, "Make no call to a site, a store or a database"),
      .flag("json", \.isJSON, "Write one JSON object for each check"),
      .flag("verbose", letter: "v", \.isVerbose, "Also show the checks without a problem"),
    ] + ProviderOptions.options.at(\.provider)

  /// A mirror, a directory or a source to check.
  struct Target {
    let name: String
    var sync: SyncCommand?
    var directory: String?
    /// The server with the catalog of the mirror in the directory.
    var catalog: CatalogChoice?
    /// A bucket, whatever mirror is in it.
    var store: StoreLocation?
  }

  let options: Options
  private(set) var targets: [Target] = []
  private(set) var configuration: [Diagnosis] = []
  /// Whether all mirrors of the configuration are checked, because the command line names none.
  let isOfConfiguration: Bool

  var opensModules: Bool { true }

  init(_ operands: [String], _ options: Options) {
    (self.options, isOfConfiguration) = (options, operands.isEmpty)
  }

  static func command(
    _ parsed: ParsedArguments, environment: [String: String]
  ) throws(UsageError) -> any Command {
    var command = try Self(parsed)
    let (file, found) = ConfigurationChecks.run(environment)
    command.configuration = found
    let words = parsed.operands.isEmpty ? file?.mirrors.map(\.name) ?? [] : parsed.operands
    for word in words { command.add(word, file, environment) }
    return command
  }

  /// A word is the name of a mirror, a source, or a directory, which must exist.
  private static func flaw(
    of word: String, in file: ConfigurationFile?
  ) -> Diagnosis? {
    guard FileStatus(following: word) == nil else { return nil }
    if StoreLocation.isAddress(word) {
      return .failure(
        StoreLocation.withoutPassword(word), "this is no address of a store",
        hint: "an address is \(StoreLocation.shapes)")
    }
    let nearest = NearestName.hint(word, among: file?.mirrors.map(\.name) ?? [], quote: "'")
    return .failure(
      word, "there is no mirror and no directory of this name, and it is not a source",
      hint: nearest.first ?? "a run makes a directory; a source is written as flickr:recent")
  }

  /// A name of a mirror, a source, or a directory.
  private mutating func add(
    _ word: String, _ file: ConfigurationFile?, _ environment: [String: String]
  ) {
    if let store = StoreLocation(word) {
      return targets.append(Target(name: word, store: store))
    }
    let isMirror = file?.mirrors.contains { $0.name == word } == true
    guard isMirror || (try? SourceAddress(word)) != nil else {
      if let flaw = Self.flaw(of: word, in: file) { return configuration.append(flaw) }
      do throws(UsageError) {
        let parsed = try Self.catalog(ofMirrorIn: word, file, environment)
        targets.append(Target(name: word, directory: word, catalog: parsed))
      } catch {
        configuration.append(.failure(word, error.text, hint: error.hints.first))
      }
      return
    }
    var parsed = ParsedArguments()
    // The directory of a source alone is not checked.
    parsed.operands = isMirror ? [word] : [word, "."]
    do throws(UsageError) {
      var sync = try SyncCommand.command(parsed, environment: environment) as? SyncCommand
      sync?.options.provider.values += options.provider.values
      sync?.options.provider.files += options.provider.files
      sync?.options.provider.path += options.provider.path
      targets.append(
        Target(
          name: word, sync: sync, directory: isMirror ? sync?.directory : nil,
          catalog: sync?.catalog))
    } catch {
      configuration.append(.failure(word, error.text, hint: error.hints.first))
    }
  }

  private static func catalog(
    ofMirrorIn directory: String, _ file: ConfigurationFile?, _ environment: [String: String]
  ) throws(UsageError) -> CatalogChoice? {
    let defaults = OptionDefaults(file: file, environment: environment)
    return try CatalogChoice(
      ParsedArguments().takingCatalog(of: file?.mirror(in: directory), from: defaults), environment)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let disk = ThreadPool(name: "checks", width: 1)
    let status = try await TaskFrame(context, hint: nil).run { _ in
      TaskEnd(isWhole: try await check(on: disk, context) == 0)
    }
    await disk.shutdown()
    return status
  }
}
