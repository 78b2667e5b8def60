import Console
import Locking
import MirrorCore
import Mirroring

/// The sources of a worker, each with its options: those of the command line and the configuration, and for the rest
/// those of the source's last run, which the catalog keeps.
final class WorkChoices: Sendable {
  private let given: ParsedArguments
  private let options: WorkCommand.Options
  private let environment: [String: String]
  /// The options of the last runs, by source.
  private let kept: [String: String]
  private let owners: [StoreOwner]
  /// Why sources cannot be read, by name.
  private let refusals = Locked<[String: UsageError]>([:])

  /// - Parameters:
  ///   - recorded: The sources that the catalog knows.
  ///   - owners: For what the user may have named the files of their options.
  init(
    _ given: ParsedArguments, _ options: WorkCommand.Options, recorded: [RecordedSource],
    of owners: [StoreOwner], _ environment: [String: String]
  ) {
    self.owners = owners
    (self.given, self.options, self.environment) = (given, options, environment)
    var kept: [String: String] = [:]
    for source in recorded { kept[source.address] = source.options }
    self.kept = kept
  }

  /// - Throws: ``UsageError`` if a source that the user named cannot be read with its options.
  func check(_ source: ChosenSource) throws(UsageError) {
    let mirror = try mirror(for: source.name)
    try mirror.size.check(against: source.provider.manifest)
    try mirror.checkDetails(against: source.provider.manifest)
    _ = try source.configuration(mirror)
  }

  /// The configuration of a source of the catalog. A worker reports its error in the words of `sync`.
  @Sendable func configuration(of name: String) throws -> MirrorConfiguration {
    do {
      return try ChosenSource(SourceAddress(name), options.provider, environment: environment)
        .configuration(mirror(for: name))
    } catch {
      let message = CommandFailure(of: error).message
      refusals.withLock { $0[name] = UsageError(message.text, hints: message.hints) }
      throw MirrorError.source(message.text)
    }
  }

  /// Says which options are those of the last run.
  func noteKept(of name: String) {
    let added = (try? line(for: name).added) ?? []
    if options.sync.progress != .json { KeptOptions.note(added, of: name) }
  }

  /// The error that ended a worker, with its hints; nil if it was not about a source's command line.
  func refusal(of error: MirrorError) -> UsageError? {
    refusals.withLock { refusals in refusals.values.first { $0.text == error.message } }
  }

  /// What to do about a source that could not be read.
  func hints(of problem: String) -> [String] {
    refusals.withLock { refusals in
      refusals.first { problem == "\($0.key): \($0.value.text)" }?.value.hints ?? []
    }
  }

  /// - Throws: ``UsageError`` for options in the catalog that no run can have recorded.
  func mirror(for name: String) throws(UsageError) -> MirrorOptions {
    var sync: SyncOptions
    do throws(UsageError) {
      sync = try WorkCommand.values(of: line(for: name).line).sync
      try sync.settle()
    } catch {
      throw UsageError("the options in the catalog are invalid: \(error.text)", hints: error.hints)
    }
    if let path = sync.excludeFile {
      sync.mirror.filter.excludedPhotos = try PhotoNames(fileAt: path)
    }
    return sync.mirror
  }

  private func line(
    for name: String
  ) throws(UsageError) -> (line: ParsedArguments, added: [String]) {
    guard let words = try kept[name].map(KeptOptions.words) else { return (given, []) }
    let own = Set(WorkCommand.syntax.options.map(\.name))
    return try given.taking(
      kept: words.filter { own.contains(String($0.dropFirst(2).prefix { $0 != "=" })) },
      of: WorkCommand.syntax
    ) { KnownFiles(environment).has($0, of: owners) }
  }
}
