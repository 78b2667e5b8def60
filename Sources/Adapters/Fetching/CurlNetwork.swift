import MirrorCore
import Transfer

/// The network through libcurl.
package final class CurlNetwork: Network {
  private let engine: TransferEngine

  /// - Parameters:
  ///   - announcer: Receives counts of received bytes, and the engine's notes.
  ///   - onPause: Called when a host refuses transfers for a while; it must not block.
  /// - Throws: ``MirrorError`` if libcurl cannot be started.
  package init(
    _ configuration: TransferConfiguration, announcer: Announcer, isVerbose: Bool,
    onPause: (@Sendable (_ host: String, Duration) -> Void)? = nil,
    onBytes: (@Sendable (Int64) -> Void)? = nil
  ) throws(MirrorError) {
    var configuration = configuration
    configuration.onBytes = { bytes in
      announcer.count(fetched: bytes)
      onBytes?(bytes)
    }
    configuration.notesRequests = isVerbose
    configuration.onNote = { note in
      if case .paused(let host, let pause, _) = note { onPause?(host, pause) }
      let note = MirrorNote(note)
      if isVerbose || !note.isDetail { announcer.announce(.noted(note)) }
    }
    do {
      engine = try TransferEngine(configuration)
    } catch {
      throw .source("cannot start the transfer engine: \(error)")
    }
  }

  package func answer(to request: SiteRequest) async throws(FetchError) -> SiteAnswer {
    var transfer = TransferRequest(
      url: request.url, headers: request.headers.map { HTTPHeader($0.name, $0.value) })
    transfer.maximumBytes = request.maximumBytes
    (transfer.secrets, transfer.expandsFiles) = (request.secrets, true)
    if let body = request.body {
      (transfer.method, transfer.body) = (.post, .bytes(Array(body.utf8)))
    }
    if let credentials = request.credentials {
      let header = credentials.header(for: request)
      transfer.headers.append(HTTPHeader(header.name, header.value))
      transfer.secrets += credentials.secrets
    }
    do throws(TransferError) {
      let answer = try await engine.answer(to: transfer)
      // The failure of a status that says nothing about the source.
      if let failure = answer.failure { throw failure }
      var headers = Dictionary(answer.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
      // Several fields of this name are one list (RFC 9110, section 5.3), and any of them may name the next page.
      if headers["link"] != nil {
        headers["link"] = answer.headers.values(of: "link").joined(separator: ", ")
      }
      let place = transfer.place
      return SiteAnswer(
        status: answer.status, headers: headers, body: answer.body, place: place,
        finalPlace: answer.effectiveURL == transfer.url
          ? place : TransferRequest(url: answer.effectiveURL).place)
    } catch {
      throw FetchError(error)
    }
  }

  package func download(
    _ request: FileRequest, progress: @escaping @Sendable (FileProgress) -> Void
  ) async throws(FetchError) -> DownloadedFile {
    var transfer = DownloadRequest(url: request.url, partPath: request.part)
    transfer.headers = request.headers.map { HTTPHeader($0.name, $0.value) }
    transfer.wantsNewConnection = request.wantsNewConnection
    transfer.byteCount = request.byteCount
    transfer.waitsOutErrors = request.waitsOutErrors
    transfer.hasDigest = request.hasDigest
    transfer.refusing = request.refusing
    if request.isVideo {
      // Sites limit videos to some gigabytes; a stalled transfer ends earlier.
      (transfer.maximumBytes, transfer.deadline) = (64 << 30, .seconds(24 * 3600))
    }
    do throws(TransferError) {
      let download = try await engine.download(transfer) {
        progress(FileProgress(received: $0.received, expected: $0.expected))
      }
      return DownloadedFile(download)
    } catch {
      throw FetchError(error)
    }
  }

  /// Ends every transfer and the engine's thread. A later run can resume the cancelled transfers.
  package func shutdown() async { await engine.shutdown() }
}

extension DownloadedFile {
  fileprivate init(_ download: Download) {
    self.init()
    bytesFetched = download.bytesFetched
    isLengthProven = download.isLengthProven
    promisedWidth = download.header("imagewidth").flatMap { Int($0) }
    promisedHeight = download.header("imageheight").flatMap { Int($0) }
    trust = download.exchange?.connection
    transfer = download.exchange.map {
      TransferFacts(
        attempts: 1, httpVersion: $0.httpVersion, nameLookup: $0.nameLookup,
        connected: $0.connected, secured: $0.secured, firstByte: $0.firstByte, total: $0.total)
    }
  }
}

extension ConnectionTrust: AnswerTrust {}

extension Download {
  fileprivate func header(_ name: String) -> String? {
    headers.last { $0.name.lowercased() == name }?.value
  }
}
