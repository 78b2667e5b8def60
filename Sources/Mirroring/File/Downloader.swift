import Images
import Locking
import ProviderKit
import Transfer

/// The file stage: brings a photo's bytes to disk, going on with what an earlier run has of them.
struct Downloader: Sendable {
  let engine: TransferEngine
  let parts: PartFolder
  /// Parts of final addresses that mean "not available", from the provider's manifest.
  let placeholders: [String]
  let kinds: KeptKinds
  let announcer: Announcer

  func fetch(_ photo: ResolvedPhoto) async throws -> FetchedFile {
    switch photo.origin {
    case .adopt(let path, let proof):
      return FetchedFile(job: photo.job, source: .adopted(path: path, proof: proof))
    case .fetch(let rendition, let smaller):
      let part = try await fetch(rendition, orElse: smaller, for: photo)
      return FetchedFile(job: photo.job, source: .part(part))
    }
  }

  /// A site may give a photo in small sizes only: to whom is not its owner's friend, or has no account
  /// that pays.
  private func fetch(
    _ wanted: Rendition, orElse smaller: [Rendition], for photo: ResolvedPhoto
  ) async throws -> FetchedPart {
    do {
      return try await fetch(wanted, for: photo)
    } catch let refusal as TransferError where refusal.kind == .status(403) {
      for rendition in smaller {
        do {
          var part = try await fetch(rendition, for: photo)
          part.refusedLabel = wanted.label
          return part
        } catch let error as TransferError where error.isRefusal { continue }
      }
      throw refusal
    }
  }

  private func fetch(_ rendition: Rendition, for photo: ResolvedPhoto) async throws -> FetchedPart {
    let job = photo.job
    let attempts = photo.attempts.withLock { count in
      count += 1
      return count
    }
    var request = DownloadRequest(url: rendition.url, partPath: parts.path(ofPhoto: job.id))
    request.wantsNewConnection = attempts > 1 || job.isSecondTry
    request.byteCount = rendition.byteCount
    request.hasDigest = rendition.digest != nil
    let download = try await download(request, of: job)
    if placeholders.contains(where: download.effectiveURL.contains) {
      try parts.discard(ofPhoto: job.id)
      throw PhotoFailure(
        stage: .download, reason: "the site answers with its picture for unavailable photos",
        prospect: .gone)
    }
    return FetchedPart(
      path: request.partPath, rendition: rendition,
      promisedWidth: download.header("imagewidth").flatMap { Int($0) },
      promisedHeight: download.header("imageheight").flatMap { Int($0) },
      isLengthProven: download.isLengthProven, bytesFetched: download.bytesFetched,
      transfer: download.exchange.map { TransferFacts($0, attempts: attempts) })
  }

  /// Error pages with status 200 are common; they are refused before a byte of them is stored, and so is
  /// what would not be kept.
  private func download(_ request: DownloadRequest, of job: PhotoJob) async throws -> Download {
    let unkept = Locked<String?>(nil)
    var request = request
    request.refusing = { [kinds] firstBytes in
      guard let format = ImageFormat(sniffing: firstBytes) else {
        return "the site sent \(ForeignContent(firstBytes: firstBytes)) instead of an image"
      }
      let reason = kinds.refusal(of: format)
      unkept.withLock { $0 = reason }
      return reason
    }
    let facts = job.facts
    do {
      return try await engine.download(request) { [announcer] progress in
        announcer.announce(
          .progressed(
            ProgressFacts(
              photo: facts, received: progress.received, expected: progress.expected)))
      }
    } catch {
      guard let reason = unkept.withLock(\.self), error.kind == .refused else { throw error }
      throw PhotoFailure(stage: .download, reason: reason, prospect: .unwanted)
    }
  }
}

extension TransferFacts {
  fileprivate init(_ exchange: ExchangeFacts, attempts: Int) {
    self.init(
      attempts: attempts, httpVersion: exchange.httpVersion, nameLookup: exchange.nameLookup,
      connected: exchange.connected, secured: exchange.secured, firstByte: exchange.firstByte,
      total: exchange.total)
  }
}

extension TransferError {
  /// Whether the server has this file for nobody, or not for us.
  fileprivate var isRefusal: Bool { [.status(403), .status(404), .status(410)].contains(kind) }
}

extension Download {
  fileprivate func header(_ name: String) -> String? {
    headers.last { $0.name.lowercased() == name }?.value
  }
}
