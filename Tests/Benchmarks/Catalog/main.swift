import Catalog
import Foundation
import MirrorCore
import PostgreSQL
import ProviderKit

// Measures a catalog of many photos; `run` prints a table. Each step is a process of its own, so
// that its memory is measured alone.

private let usage = """
  usage: CatalogBenchmark fill|pass|counts PATH|postgresql://… PHOTOS
         CatalogBenchmark snapshot|albums PATH PHOTOS
         CatalogBenchmark queue postgresql://… PHOTOS
         CatalogBenchmark drain postgresql://… PHOTOS BATCH WORKERS
  """
private let arguments = CommandLine.arguments
guard arguments.count >= 4, let photos = Int(arguments[3]), photos >= SyntheticFeed.page else {
  print(usage)
  exit(2)
}
private let step = arguments[1]
private let place: CatalogLocation =
  ServerAddress.isAddress(arguments[2])
  ? .server(try ServerAddress(arguments[2])) : .file(arguments[2])
private let feed = SyntheticFeed(photos: photos)
private let clock = ContinuousClock()

/// Lists every photo once, and mirrors each while later pages are read.
func fill() throws {
  let catalog = try Catalog(at: place)
  let source = try catalog.beginRun(ofSource: "flickr:search?tags=sea")
  let pass = try catalog.beginPass(of: source, isLimited: false, at: 0)
  var open: [PhotoRecord] = []
  for page in 0..<feed.pages {
    var admission = PageAdmission()
    for (index, photo) in feed.photos(ofPage: page).enumerated() {
      admission.wanted.append(
        .init(
          photo: photo, site: "flickr.com", stem: feed.stem(of: photo), index: index))
    }
    open += try catalog.admit(
      admission, provider: "flickr", source: source, pass: pass.number, at: 0)
    while open.count > 4000 {
      try catalog.record(open.prefix(64).map(feed.file))
      open.removeFirst(64)
    }
  }
  try catalog.record(open.map(feed.file))
  try catalog.endPass(pass.number, of: source, as: .complete, at: 1)
  try catalog.giveBackSpace()
}

/// Reads the listing again: every photo is known, and nothing has changed.
func pass() async throws {
  let catalog = try RunCatalog(
    at: place, source: "flickr:search?tags=sea", provider: "flickr")
  _ = try await catalog.beginPass(isLimited: false)
  var slowest = Duration.zero
  var spent = Duration.zero
  for page in 0..<feed.pages {
    let listed = feed.photos(ofPage: page)
    let time = try await clock.measure {
      let matches = try await catalog.match(listed)
      var admission = PageAdmission()
      admission.known = listed.enumerated().compactMap { index, photo in
        matches[photo.id]?.record.map { .init(id: $0.id, photo: photo, index: index) }
      }
      guard admission.known.count == listed.count else { fatalError("a photo is not known") }
      _ = try await catalog.admit(admission)
    }
    spent += time
    slowest = max(slowest, time)
  }
  try await catalog.endPass(as: .complete, reason: nil)
  await catalog.close()
  print("per_page_ms \(spent / Duration.milliseconds(1) / Double(feed.pages))")
  print("slowest_ms \(slowest / Duration.milliseconds(1))")
}

/// Puts each photo into three of a thousand albums and more, whose members are spread over the catalog.
func albums() throws {
  let catalog = try Catalog(at: place)
  let source = try catalog.beginRun(ofSource: "flickr:albums")
  let count = 3 * feed.pages / 2
  for index in 0..<count {
    let keys = (0..<3 * photos / count).map { feed.key(of: (index * 7 + $0 * count) / 3 % photos) }
    var page = PageAdmission()
    page.album = AlbumAdmission(
      part: AlbumPart(album: Album(id: "\(index)", title: "Summer \(index)")), site: "flickr.com",
      members: keys.map { .init(site: "flickr.com", key: $0) })
    _ = try catalog.admit(page, provider: "flickr", source: source, pass: nil, at: 0)
  }
}

/// Computes the counts of `status`.
func counts() throws {
  let catalog = try Catalog(reading: place)
  guard try catalog.counts().first?.mirrored == photos else { fatalError("not all are mirrored") }
  _ = try catalog.failures(limit: 10)
  _ = try catalog.unavailable(limit: 10)
}

/// Writes a snapshot beside the catalog.
func snapshot() throws {
  guard case .file(let path) = place else { fatalError(usage) }
  let catalog = try Catalog(reading: place)
  _ = try CatalogSnapshot.write(catalog, to: path + ".zst", by: path + ".copy")
}

/// The queue's part: see ``QueueSteps``.
func queue() throws -> QueueSteps {
  guard case .server(let server) = place else { fatalError(usage) }
  return QueueSteps(server: server)
}

let time = try await clock.measure {
  switch step {
  case "fill": try fill()
  case "pass": try await pass()
  case "counts": try counts()
  case "snapshot": try snapshot()
  case "albums": try albums()
  case "queue": try await queue().prepare()
  case "drain":
    guard arguments.count == 6, let batch = Int(arguments[4]), let workers = Int(arguments[5])
    else { fatalError(usage) }
    try await queue().drain(photos, batch: batch, workers: workers)
  default: fatalError(usage)
  }
}
print("seconds \(time / Duration.seconds(1))")
let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
print("peak_kib \(peak?.split(separator: " ").dropFirst().first ?? "?")")
