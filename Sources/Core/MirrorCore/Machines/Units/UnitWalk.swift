import Foundation
import Locking
import Operations
import ProviderKit

/// The pipeline of units: look → download → inspect → store. Its stages are those of a run, without a catalog:
/// a file with a unit's name says that the unit is done.
package struct UnitWalk: Sendable {
  /// A line of the input.
  package struct Line: Sendable {
    /// Counted from 1.
    package let number: Int
    /// The line without its line break; one that is longer than ``WorkUnit/longestLine`` may be cut behind that.
    package let bytes: [UInt8]

    package init(number: Int, bytes: [UInt8]) { (self.number, self.bytes) = (number, bytes) }
  }

  private let options: WalkOptions
  let destination: MirrorFiles
  private let workspace: any Workspace
  let media: any MediaInspector
  private let network: any Network
  private let announcer: Announcer
  private let limit: @Sendable (_ address: String, SiteLimit) -> Void
  let tell: @Sendable (UnitResult) -> Void

  /// - Parameters:
  ///   - options: Those that concern a photo; its source is the unit's.
  ///   - limit: Limits the transfers from the host of an address.
  ///   - tell: Receives a result for each line, in any order, on any thread.
  package init(
    _ options: WalkOptions, destination: MirrorFiles, workspace: any Workspace,
    media: any MediaInspector, network: any Network, announcer: Announcer,
    limit: @escaping @Sendable (_ address: String, SiteLimit) -> Void = { _, _ in },
    tell: @escaping @Sendable (UnitResult) -> Void
  ) {
    self.limit = limit
    (self.options, self.destination, self.workspace) = (options, destination, workspace)
    (self.media, self.network, self.announcer, self.tell) = (media, network, announcer, tell)
  }

  /// Fetches the units of all lines. It fails with ``MirrorError`` if the destination fails, or with an error of
  /// `lines`.
  package func operation(
    _ lines: AsyncThrowingStream<[Line], any Error>
  ) -> TreeOperation<Int, Int> {
    let root = TreeNode("units", width: 1) { (input: Int) in input }
      .decideOnFailure { TreeDirective.stop($1) }
    let look = TreeNode("look", width: 2, open: 32, work: self.look)
      .decideOnFailure { TreeDirective.stop($1) }
    let known = TreeNode("known", width: options.decoders * 2, work: self.noteKnown)
      .decideOnFailure { TreeDirective.stop($1) }
    let download = TreeNode(
      "download", width: max(64, 4 * options.choices.mostJobs), open: Walk.mostWaiting,
      retry: options.retry,
      lendsAfter: Walk.lendingDelay, work: self.download
    ).decideOnFailure { note($1, of: $0.unit, at: .download) }
    let inspect = TreeNode("inspect", width: options.decoders * 2 + 8, work: self.inspect)
      .decideOnFailure { note($1, of: $0.unit, at: .inspect) }
    let store = StoreStage(
      destination: destination, workspace: workspace, sidecars: options.sidecars, provider: "",
      fileTime: options.fileTime, record: { _ in [] })
    let placed = TreeNode("store", width: 64) { (item: InspectedUnit) async throws -> Void in
      let facts = try await store.store(item.photo)
      tell(item.unit.result(.stored(StoredUnit(facts, item.photo))))
    }.decideOnFailure { await noteUnstored($1, of: $0) }
    root.feeding(look) { _ in lines }
    look.feeding(known, expanding: \.known)
    look.feeding(download, expanding: \.missing)
    download.feeding(inspect)
    inspect.feeding(placed)
    return TreeOperation(root: root, input: 0)
  }
}

/// A line that is a unit.
struct NumberedUnit: Sendable {
  let line: Int
  let unit: WorkUnit
  let tag: String?

  func result(_ outcome: UnitResult.Outcome) -> UnitResult {
    UnitResult(line: line, id: unit.id, site: unit.site, tag: tag, outcome)
  }
}

/// The units of a batch of lines.
struct SortedUnits: Sendable {
  var missing: [ResolvedUnit] = []
  var known: [KnownFile] = []
}

struct ResolvedUnit: Sendable {
  let unit: NumberedUnit
  let photo: ResolvedPhoto
}

struct FetchedUnit: Sendable {
  let unit: NumberedUnit
  let photo: FetchedPhoto
}

struct InspectedUnit: Sendable {
  let unit: NumberedUnit
  let photo: InspectedPhoto
}

/// The stages.
extension UnitWalk {
  /// Which units are stored. A bad line costs itself only.
  private func look(_ lines: [Line]) async throws -> SortedUnits {
    var units: [NumberedUnit] = []
    for line in lines {
      let tag = WorkUnit.tag(in: line.bytes)
      do throws(WorkUnit.Flaw) {
        let unit = try WorkUnit(line: line.bytes)
        units.append(NumberedUnit(line: line.number, unit: unit, tag: tag))
      } catch {
        tell(
          UnitResult(
            line: line.number, id: error.id, site: nil, tag: tag, .invalid(reason: error.reason)))
      }
    }
    let found = try await destination.find(stems: units.map(\.unit.stem))
    var sorted = SortedUnits()
    var known: [String: [NumberedUnit]] = [:]
    for unit in units {
      guard let path = found[unit.unit.stem] else {
        for (address, limit) in unit.unit.limitedAddresses { self.limit(address, limit) }
        sorted.missing.append(resolved(unit))
        continue
      }
      known[path, default: []].append(unit)
    }
    sorted.known = known.map { KnownFile(path: $0, units: $1) }
    return sorted
  }

  private func resolved(_ item: NumberedUnit) -> ResolvedUnit {
    let unit = item.unit
    let job = PhotoJob(
      photo: unit.described, id: unit.number, stem: unit.stem, isSecondTry: false,
      isUndescribed: unit.photo == nil, provider: unit.provider)
    let photo = ResolvedPhoto(
      job: job, rendition: unit.rendition, alternatives: unit.smaller ?? [], reason: .asked,
      still: unit.still)
    return ResolvedUnit(unit: item, photo: photo)
  }

  private func download(_ item: ResolvedUnit) async throws -> FetchedUnit {
    let stage = DownloadStage(
      network: network, workspace: workspace, media: media,
      placeholders: item.unit.unit.placeholders ?? [], formats: formats(of: item.unit),
      announcer: announcer)
    return FetchedUnit(unit: item.unit, photo: try await stage.download(item.photo))
  }

  private func inspect(_ item: FetchedUnit) async throws -> InspectedUnit {
    let stage = InspectStage(
      inspector: FileInspection(media: media, thumbnail: options.thumbnail), workspace: workspace,
      formats: formats(of: item.unit))
    return InspectedUnit(unit: item.unit, photo: try await stage.inspect(item.photo))
  }

  private func formats(of item: NumberedUnit) -> KeptFormats {
    KeptFormats(keepsUndecoded: options.keepsUndecoded, named: item.unit.formats ?? [])
  }

  func note(
    _ error: any Error, of unit: NumberedUnit, at stage: FailureFacts.Stage
  ) -> TreeDirective {
    do throws(MirrorError) {
      let failure = try PhotoFailure(error, at: stage)
      tell(
        unit.result(
          .failed(
            stage: failure.stage.rawValue, reason: failure.reason,
            willRetry: failure.mayPass)))
      return .continue
    } catch {
      return .stop(error)
    }
  }

  /// Another process may have stored the same photo meanwhile.
  private func noteUnstored(_ error: any Error, of item: InspectedUnit) async -> TreeDirective {
    let path = item.photo.path
    let files = StoredFiles(path: path, stem: item.photo.job.stem, thumbnail: .absent)
    let isThere = (try? await destination.look(for: [files]).first?.isThere) ?? false
    if let storage = error as? StorageError, storage.isOfEntry, isThere {
      try? await workspace.discardParts(ofPhotos: [item.photo.job.id])
      await noteKnown(KnownFile(path: path, units: [item.unit]))
      return .continue
    }
    return note(error, of: item.unit, at: .store)
  }
}
