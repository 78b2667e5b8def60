import Foundation
import MirrorCore

extension MirrorNote {
  /// A sentence in lower case without a period; not yet safe to show.
  package var text: String {
    switch self {
    case .noKnownPhotos:
      "this listing shares no photo with the last run; if it shows only the newest, some were missed: "
        + "run more often"
    case .incompleteListing(let announced, let listed, let skipped, let hasMoved):
      "the site announced \(announced) photos and listed \(listed)"
        + (skipped > 0 ? " and \(skipped) that are skipped or refused" : "")
        + (hasMoved
          ? "; the listing changed while it was read: run again to find the rest"
          : "; it also counts photos that it hides")
    case .repeatingListing(let pages):
      "the last \(pages) pages of the listing had no new photo; reading stops, although the site "
        + "announces more pages"
    case .callsLimited(let limit, let wait, let until):
      wait < .seconds(60)
        ? "calls are spread, \(Quantity.pace(limit.perSecond)), because of \(limit.owner) limit of \(limit.text)"
        : "\(limit.owner) limit of \(limit.text): the next call is at "
          + Quantity.timeOfDay(Date(timeIntervalSince1970: Double(until)))
    case .provider(let words): words
    case .detailsFetched(let photos):
      "the details of \(Quantity.count(photos, of: "photo")) were fetched"
    case .detailsMissing(let photos, let reason):
      "the details of \(Quantity.count(photos, of: "photo")) could not be fetched (\(reason)); the next run "
        + "with --with requests them again"
    case .choicesChanged(let photos, let before, let now):
      "\(Quantity.count(photos, of: "photo")) \(photos == 1 ? "keeps its" : "keep their") old settings "
        + "(\(before.text)); \(now.text) applies to new photos; --upgrade fetches larger files of the others"
    case .smallerFiles(let photos, let edge):
      "\(Quantity.count(photos, of: "photo")) came from another source at \(edge) pixels or less, and this one has "
        + "larger files: --upgrade fetches them"
    case .namesChanged(let photos, let directory):
      "\(Quantity.count(photos, of: "photo")) \(photos == 1 ? "keeps its name" : "keep their names"); "
        + "the new template applies to new photos: 'photomirror rename \(directory)' renames the others"
    case .setAside(let path, let reason, let place):
      "\(path) is not an intact image (\(reason)): moved to \(place)"
    case .damagedSetAside(let path, let place):
      "\(path) was damaged: moved to \(place), and fetched again"
    case .sidecarSetAside(let path, let reason, let place):
      "\(path) cannot be read (\(reason)): moved to \(place), and a new one was written"
    case .repaired(let sidecars, let thumbnails):
      [(sidecars, "sidecar"), (thumbnails, "thumbnail")].filter { $0.0 > 0 }
        .map { Quantity.count($0.0, of: $0.1) }.joined(separator: " and ")
        + " \(sidecars + thumbnails == 1 ? "was" : "were") missing and "
        + "\(sidecars + thumbnails == 1 ? "has" : "have") been made"
    case .thumbnailsRemade(let count):
      "\(Quantity.count(count, of: "thumbnail")) \(count == 1 ? "was" : "were") made in the new size"
    case .sidecarsRewritten(let count):
      "\(Quantity.count(count, of: "sidecar")) \(count == 1 ? "was" : "were") rewritten: the site has other "
        + "titles, tags or other metadata"
    case .shared(let files, let bytes):
      "\(Quantity.count(files, of: "file")) \(files == 1 ? "is" : "are") now another name of a file with "
        + "the same bytes, which frees \(Quantity.bytes(bytes))"
    case .notShared(let reason): "files with the same bytes are not shared: \(reason)"
    case .waitingForStore(let reason): "waiting for the store: \(reason)"
    case .noSnapshot(let reason): "there is no new snapshot of the catalog: \(reason)"
    case .albums(let changed, let all):
      "\(Quantity.count(changed)) of \(Quantity.count(all, of: "album")) changed in the folder 'albums'"
    case .notRepaired(let reason): reason
    case .noThumbnail(let path, let reason): "cannot make a thumbnail of \(path): \(reason)"
    case .sidecarsLost(let count):
      "\(Quantity.count(count, of: "sidecar")) \(count == 1 ? "is" : "are") missing and cannot be made "
        + "again: the listing no longer shows the photos"
    case .filesLost(let count):
      "\(Quantity.count(count, of: "photo")) had been removed from the mirror, and "
        + "\(count == 1 ? "is" : "are") fetched again; 'photomirror forget' excludes a photo"
    case .suspects(let count):
      "\(Quantity.count(count, of: "photo")) \(count == 1 ? "is" : "are") fetched again: the site sent an answer "
        + "that no request asked for, and may have mixed up photos"
    case .gone(let path): "\(path) is gone from the feed, and kept"
    case .goneAndEdited(let path): "\(path) is gone from the feed, and kept because it was edited"
    case .removed(let path, let place?): "\(path) is gone from the feed: moved to \(place)"
    case .removed(let path, nil): "\(path) is gone from the feed: deleted"
    case .wouldRemove(let path): "\(path) is gone from the feed, and would leave the mirror"
    case .withdrawn(let photos):
      "the site lists no photo of this feed any more: its \(Quantity.count(photos, of: "photo")) may have been "
        + "withdrawn as a whole, and all of them are kept"
    case .requested, .answered, .attemptFailed, .hostPaused, .hostOffline, .hostLimited,
      .hostGivenUp:
      networkText
    }
  }

  private var networkText: String {
    switch self {
    case .requested(let url, let offset):
      "GET \(url)" + (offset > 0 ? " from byte \(offset)" : "")
    case .answered(let url, let status, let bytes, let duration, let version):
      "\(status) \(url): \(bytes) bytes in \(Int(duration / .milliseconds(1))) ms (HTTP/\(version))"
    case .attemptFailed(let message): "failed: \(message)"
    case .hostPaused(let host, let pause, let reason):
      "no requests to \(host) for \(Self.seconds(pause)) s: \(reason)"
    case .hostOffline(let host, let pause, let reason):
      "\(host) is offline, next attempt in \(Self.seconds(pause)) s: \(reason)"
    case .hostLimited(let host, let width): "\(host) gets at most \(width) transfers at once"
    case .hostGivenUp(let host, let reason): "no more requests to \(host): \(reason)"
    default: ""
    }
  }

  private static func seconds(_ duration: Duration) -> Int {
    Int((duration / .seconds(1)).rounded(.up))
  }
}

extension CallLimit {
  /// `3,600 calls an hour`.
  package var text: String { "\(Quantity.count(count, of: "call")) \(period)" }

  fileprivate var owner: String { isOwn ? "your" : "the site's" }

  private var period: String {
    switch seconds {
    case 1: "a second"
    case 60: "a minute"
    case 3600: "an hour"
    case 86_400: "a day"
    default: "in \(seconds) s"
    }
  }
}

extension SourceChoices {
  /// As options of the command line.
  fileprivate var text: String {
    let size =
      switch size {
      case .largest: "largest"
      case .edge(let edge): "\(edge)"
      case .label(let label): "'\(label)'"
      }
    return "--size \(size) --thumbnail \(thumbnailEdge ?? 0)"
  }
}
