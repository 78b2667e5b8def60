/// Something that a run decided or did, besides what happens to one photo.
public enum MirrorNote: Sendable, Hashable {
  // The listing.
  /// None of its photos was known before, although earlier runs listed some.
  case noKnownPhotos
  /// It listed fewer photos than the site announced. `hasMoved`: because it changed while it was read;
  /// otherwise the site also counts photos that it hides.
  case incompleteListing(announced: Int, listed: Int, skipped: Int, hasMoved: Bool)
  /// It was ended after this many pages without a new photo, although the site announced more.
  case repeatingListing(pages: Int)
  /// Calls are spread over the time of a limit from now on; the next one waits, `until` this moment in seconds since
  /// 1970.
  case callsLimited(CallLimit, wait: Duration, until: Int64)
  /// A message of the provider, secrets redacted.
  case provider(String)

  /// Details of this many photos were requested and recorded.
  case detailsFetched(photos: Int)
  /// Details of this many photos could not be requested; the reason is that of the last one.
  case detailsMissing(photos: Int, reason: String)

  // The mirror.
  /// Mirrored photos keep the size and thumbnail that were chosen before.
  case choicesChanged(photos: Int, before: SourceChoices, now: SourceChoices)
  /// Photos came from another source in files that are smaller than this one has; the largest has this longest edge.
  case smallerFiles(photos: Int, edge: Int)
  /// Mirrored photos keep the names that an earlier template gave them.
  case namesChanged(photos: Int, directory: String)
  /// A broken file was moved to `place`. Paths are relative to the mirror.
  case setAside(path: String, reason: String, place: String)
  /// A damaged file was moved to `place`, and the photo that was fetched again has its name.
  case damagedSetAside(path: String, place: String)
  /// A sidecar that cannot be read was moved to `place`, and a new one was written.
  case sidecarSetAside(path: String, reason: String, place: String)
  /// Missing files were written.
  case repaired(sidecars: Int, thumbnails: Int)
  /// Thumbnails that had another size, or were not wanted before.
  case thumbnailsRemade(Int)
  /// Sidecars of photos whose metadata has changed at the site.
  case sidecarsRewritten(Int)
  /// A sidecar or a thumbnail could not be written; a sentence that names it.
  case notRepaired(String)
  case noThumbnail(path: String, reason: String)
  /// Files that became names of others with the same bytes, and the bytes that this freed.
  case shared(files: Int, byteCount: Int64)
  /// Why files with the same bytes stay several files.
  case notShared(String)
  /// Why the run leaves no snapshot of the catalog.
  case noSnapshot(reason: String)
  /// A worker waits for a store that is full, or that refuses its photos.
  case waitingForStore(reason: String)
  /// Albums that were built or rebuilt in the directory, out of all.
  case albums(changed: Int, all: Int)
  /// Missing sidecars of photos that the listing no longer shows.
  case sidecarsLost(Int)
  /// Files of mirrored photos were removed, and are fetched again.
  case filesLost(Int)
  /// Mirrored photos that may be answers to other requests, and are fetched again.
  case suspects(Int)

  // What the source no longer lists. Paths are relative to the mirror.
  /// The photo's files stay.
  case gone(path: String)
  /// The photo's file has other bytes than were mirrored, and so stays.
  case goneAndEdited(path: String)
  /// The photo's files were moved to `place`; nil: they were deleted.
  case removed(path: String, place: String?)
  /// In a dry run: the photo's files would be moved or deleted.
  case wouldRemove(path: String)
  /// The source lists none of its photos any more. All stay.
  case withdrawn(photos: Int)

  // The network. Addresses are without secrets.
  case requested(url: String, offset: Int64)
  case answered(
    url: String, status: Int, byteCount: Int64, duration: Duration, httpVersion: String)
  case attemptFailed(String)
  /// The host gets no requests for a while.
  case hostPaused(String, Duration, reason: String)
  /// No connection to the host can be made.
  case hostOffline(String, Duration, reason: String)
  /// The new limit of simultaneous transfers for the host.
  case hostLimited(String, width: Int)
  case hostGivenUp(String, reason: String)

  /// Shorter pauses are details.
  private static let noticeable = Duration.seconds(5)

  /// Whether only a verbose run reports it.
  public var isDetail: Bool {
    switch self {
    case .requested, .answered, .attemptFailed, .hostLimited: true
    case .hostPaused(_, let pause, _), .hostOffline(_, let pause, _): pause < Self.noticeable
    case .incompleteListing(_, _, _, let hasMoved): !hasMoved
    case .noKnownPhotos, .repeatingListing, .callsLimited, .provider, .detailsFetched,
      .detailsMissing, .choicesChanged, .smallerFiles, .namesChanged, .setAside, .damagedSetAside,
      .sidecarSetAside, .repaired,
      .thumbnailsRemade, .sidecarsRewritten, .shared, .notShared, .noSnapshot,
      .waitingForStore, .albums,
      .notRepaired, .noThumbnail, .sidecarsLost, .filesLost, .suspects, .gone, .goneAndEdited,
      .removed,
      .wouldRemove, .withdrawn, .hostGivenUp:
      false
    }
  }
}
