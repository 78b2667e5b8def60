import Foundation
import Images
import Inspection
import MirrorCore
import Sidecars
import Threads

/// The threads of a run, a worker, or a fetch of units.
struct RunThreads: Sendable {
  /// They sync files at once: the kernel merges their disk requests.
  let disk = ThreadPool(name: "disk", width: 4)
  let decoders: ThreadPool
  /// The walk's own code.
  let walk = ThreadPool(name: "walk", width: 1)

  /// - Parameter niceness: Of the threads that decode.
  init(niceness: Int) {
    // One thread more than cores: a thread that waits for its worker process, or digests a file, leaves a core idle.
    decoders = ThreadPool(
      name: "decode", width: ProcessInfo.processInfo.activeProcessorCount + 1, niceness: niceness)
  }

  /// What decodes photos, in `processes` or, if that is nil, in this process.
  func media(_ limits: ImageLimits, _ processes: DecoderProcesses?) -> CodecInspector {
    CodecInspector(pool: decoders, limits: limits, processes: processes)
  }

  /// Ends the threads; `disk` last, because the others wait for it.
  func shutdown() async {
    await walk.shutdown()
    await decoders.shutdown()
    await disk.shutdown()
  }
}

extension Ports {
  /// The ports of a walk over one source.
  init(
    _ configuration: MirrorConfiguration, catalog: any PhotoCatalog, store: OpenedStore,
    workspace: any Workspace, input: RunInput, on threads: RunThreads
  ) {
    self.init(
      catalog: catalog, destination: store.files, workspace: workspace,
      media: threads.media(configuration.imageLimits, configuration.mirror.decoders),
      network: input.network, provider: input.provider, sidecars: SidecarMerge())
  }
}

extension WalkOptions {
  /// Groups of stored photos: long enough for a dozen, too short to be noticed.
  private static let interval = Duration.milliseconds(30)

  /// The options of a run or a worker.
  init(
    _ configuration: MirrorConfiguration, _ settings: MirrorSettings, on threads: RunThreads
  ) {
    self.init(configuration, settings)
    (executor, groupInterval) = (threads.walk, Self.interval)
  }
}
