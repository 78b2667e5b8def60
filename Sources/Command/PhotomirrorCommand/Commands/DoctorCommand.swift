import Configuration
import Console
import Foundation
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
    exitStatuses: [.success, .somePhotosFailed, .usage, .directoryFailed, .interrupted],
    meanings: [
      .success: "no check failed; there may be warnings",
      .somePhotosFailed: "at least one check failed",
      .directoryFailed: "cannot write to standard output",
      .interrupted: "interrupted",
    ],
    usesCatalog: true)
  static let options: [Option<Options>] =
    [
      .flag("offline", \.isOffline, "Make no call to a site, a store or a database"),
      .flag("json", \.isJSON, "Write one JSON object for each check"),
      .flag("verbose", letter: "v", \.isVerbose, "Also show the checks without a problem"),
    ] + ProviderOptions.options.at(\.provider)

  /// A mirror, a directory or a source to check.
  private struct Target {
    let name: String
    var sync: SyncCommand?
    var directory: String?
    /// The server with the catalog of the mirror in the directory.
    var catalog: CatalogChoice?
    /// A bucket, whatever mirror is in it.
    var store: StoreLocation?
  }

  private let options: Options
  private var targets: [Target] = []
  private var configuration: [Diagnosis] = []
  /// Whether all mirrors of the configuration are checked, because the command line names none.
  private let isOfConfiguration: Bool

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

  /// The options of a mirror that are not the defaults, with their origins.
  private func resolvedOptions(
    of sync: SyncCommand, _ environment: [String: String]
  ) -> [Diagnosis] {
    guard let name = sync.mirrorName, let file = try? UserConfiguration.read(in: environment),
      let sections = try? ConfigurationTable(file: file, environment: environment)
        .sections(mirror: name)
    else { return [] }
    let rows = sections.filter { $0.title == "mirror.\(name)" }.flatMap(\.rows)
    let texts = rows.filter {
      $0.origin != "default" && !["source", "directory"].contains($0.name)
    }
    .map { "\($0.name) = \($0.value) (\($0.origin))" }
    return [.ok("options", texts.isEmpty ? "the defaults" : texts.joined(separator: ", "))]
  }

  /// Empty if the catalog is in a directory.
  private func check(_ catalog: CatalogChoice?, on disk: ThreadPool) async -> [Diagnosis] {
    guard let catalog, !options.isOffline else { return [] }
    return await disk.run { CatalogChecks(server: catalog.server).run() }
  }

  /// A mirror that nobody has made, for the checks of its store.
  private static func mirror(in store: StoreLocation) -> Mirror {
    var mirror = Mirror(NSTemporaryDirectory() + "/photomirror-\(UUID().uuidString)")
    mirror.store = store
    return mirror
  }

  /// - Returns: The number of failures.
  private func check(on disk: ThreadPool, _ context: CommandContext) async throws -> Int {
    let environment = context.environment
    var report = DoctorReport(isJSON: options.isJSON, isVerbose: options.isVerbose)
    report.write(await disk.run { MachineChecks(environment: environment).run() })
    report.write(configuration)
    report.write(await check(context.catalog, on: disk))
    for target in targets { try await check(target, &report, on: disk, context) }
    report.finish(targets.count, of: isOfConfiguration ? "mirror" : "target")
    return report.failures
  }

  private func check(
    _ target: Target, _ report: inout DoctorReport, on disk: ThreadPool, _ context: CommandContext
  ) async throws {
    report.begin(target.name)
    if let store = target.store, !options.isOffline {
      report.write(try await StoreChecks(mirror: Self.mirror(in: store)).run())
    }
    if let sync = target.sync { report.write(resolvedOptions(of: sync, context.environment)) }
    if let directory = target.directory {
      try await check(directory, of: target, &report, on: disk, context)
    }
    try Task.checkCancellation()
    guard let sync = target.sync else { return }
    let checks = SourceChecks(
      source: sync.source, options: sync.options, isOffline: options.isOffline, threads: disk)
    report.write(try await checks.run(context.environment))
  }

  private func check(
    _ directory: String, of target: Target, _ report: inout DoctorReport, on disk: ThreadPool,
    _ context: CommandContext
  ) async throws {
    var own = context
    own.catalog = target.catalog ?? context.catalog
    var mirror = own.mirror(directory)
    (mirror.store, mirror.knownStores) = (target.sync?.store, KnownStores(context.environment))
    let free = target.sync?.options.mirror.minimumFree ?? MirrorOptions().minimumFree
    report.write(
      await disk.run { [mirror] in FolderChecks(mirror: mirror, minimumFree: free).run() })
    if target.catalog?.server != context.catalog?.server {
      report.write(await check(target.catalog, on: disk))
    }
    if !options.isOffline { report.write(try await StoreChecks(mirror: mirror).run()) }
  }
}
