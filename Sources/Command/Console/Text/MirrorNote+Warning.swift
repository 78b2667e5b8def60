import MirrorCore

extension MirrorNote {
  /// Whether somebody who wants to see only failures and warnings sees it: not what a run did, as it should.
  var isWarning: Bool {
    switch self {
    case .detailsFetched, .choicesChanged, .namesChanged, .repaired, .thumbnailsRemade,
      .sidecarsRewritten, .shared, .albums, .filesLost, .removed, .wouldRemove, .requested,
      .answered, .hostLimited, .callsLimited, .smallerFiles:
      false
    case .noKnownPhotos, .incompleteListing, .repeatingListing, .provider, .detailsMissing,
      .setAside, .damagedSetAside, .sidecarSetAside, .notRepaired, .noThumbnail, .notShared,
      .noSnapshot, .waitingForStore, .sidecarsLost, .suspects, .gone, .goneAndEdited, .withdrawn,
      .attemptFailed,
      .hostPaused, .hostOffline, .hostGivenUp:
      true
    }
  }
}
