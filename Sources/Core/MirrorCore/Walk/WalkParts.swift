import Locking

/// The parts that several stages of a walk share, and the stages that need more than a port.
struct WalkParts: Sendable {
  private let options: WalkOptions
  private let ports: Ports
  private let announcer: Announcer
  let client: SiteClient
  /// Nil unless the walk is a worker's.
  let claims: OpenClaims?
  let failures: FailureHandler
  let progress: PassProgress
  let formats: KeptFormats
  let inspector: FileInspection
  let trash: Trash
  let sidecars: SidecarUpdate
  let details: DetailStage
  let albums: AlbumTagStage
  let store: StoreStage
  /// The number of photos stored with all companions.
  let stored = Locked(0)
  private let suspects = SuspectPhotos()
  private let companions: CompanionRepair

  init(
    _ options: WalkOptions, _ ports: Ports, _ announcer: Announcer, _ pace: (any CallPermit)?,
    _ queue: WorkQueueRole?
  ) {
    (self.options, self.ports, self.announcer) = (options, ports, announcer)
    let manifest = ports.provider.manifest
    client = SiteClient(options, ports: ports, announcer: announcer, pace: pace)
    claims = queue.flatMap { $0.isOfWorker ? OpenClaims($0.queue) : nil }
    failures = FailureHandler(
      catalog: ports.catalog, announcer: announcer, queue: claims, isOfSite: options.asksSite)
    progress = PassProgress(ports.catalog, keepsCursor: options.limit == nil)
    formats = KeptFormats(keepsUndecoded: options.keepsUndecoded, named: manifest.formats)
    inspector = FileInspection(media: ports.media, thumbnail: options.thumbnail)
    trash = Trash(catalog: ports.catalog, destination: ports.destination)
    sidecars = SidecarUpdate(
      destination: ports.destination, editor: ports.sidecars, choice: options.sidecars,
      provider: manifest.name, announcer: announcer)
    details = DetailStage(
      client: client, catalog: ports.catalog, sidecars: sidecars, announcer: announcer,
      parts: options.readsListing ? options.details : [])
    albums = AlbumTagStage(catalog: ports.catalog, sidecars: sidecars, announcer: announcer)
    store = StoreStage(options, ports, claims)
    companions = CompanionRepair(
      destination: ports.destination, catalog: ports.catalog, inspector: inspector,
      announcer: announcer, sidecars: options.sidecars, provider: manifest.name,
      width: options.decoders,
      stills: StillReader(network: ports.network, placeholders: manifest.placeholders))
  }

  func listing(from resumption: Resumption) -> ListStage {
    ListStage(
      client: client, catalog: ports.catalog, progress: progress, announcer: announcer,
      failures: failures,
      sweep: LossSweep(
        destination: ports.destination, catalog: ports.catalog, companions: companions,
        announcer: announcer, stored: stored),
      suspects: suspects, limit: options.limit, readsListing: options.readsListing,
      filter: options.filter, damaged: options.damaged, resumption: resumption,
      early: options.earlyStop(ports.catalog.source, resumption))
  }

  /// - Parameter queue: Nil unless workers share a queue.
  func admit(_ queue: (any WorkQueue)?) -> AdmitStage {
    AdmitStage(
      destination: ports.destination, catalog: ports.catalog, companions: companions,
      adoption: Adoption(
        destination: ports.destination, inspector: inspector, store: store, failures: failures,
        announcer: announcer, width: StoreStage.groupSize),
      update: MirroredUpdate(
        catalog: ports.catalog, destination: ports.destination, companions: companions,
        trash: trash, sidecars: sidecars,
        upgrade: Upgrade(
          size: options.size, isForAll: options.isUpgrade, thumbnail: options.thumbnail),
        announcer: announcer),
      details: details, choices: options.choices, names: options.names, queue: claims ?? queue,
      announcer: announcer)
  }

  var download: DownloadStage {
    DownloadStage(
      network: ports.network, workspace: ports.workspace, media: ports.media,
      placeholders: ports.provider.manifest.placeholders, formats: formats, announcer: announcer,
      // A worker does not come back to a photo that it has recorded.
      suspects: claims == nil ? suspects : nil)
  }
}

extension StoreStage {
  fileprivate init(_ options: WalkOptions, _ ports: Ports, _ claims: OpenClaims?) {
    self.init(
      destination: ports.destination, workspace: ports.workspace, sidecars: options.sidecars,
      provider: ports.provider.manifest.name, fileTime: options.fileTime,
      executor: options.executor, interval: options.groupInterval,
      origins: SidecarOrigins(
        destination: ports.destination, editor: ports.sidecars, choice: options.sidecars),
      shorten: { [catalog = ports.catalog, names = options.names] job, bytes in
        let stem = FileStem(of: job.photo, names.limited(to: bytes)).path
        return try await catalog.shorten(job.id, to: stem)
      },
      record: { [catalog = ports.catalog] photos in
        if let claims { return try await claims.finish(photos) }
        try await catalog.complete(photos)
        return []
      })
  }
}
