import Console
import Foundation
import MirrorCore
import Mirroring
import Threads

extension DoctorCommand {
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
  func check(on disk: ThreadPool, _ context: CommandContext) async throws -> Int {
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
