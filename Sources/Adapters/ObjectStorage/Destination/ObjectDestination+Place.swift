import Digests
import Glibc
import MirrorCore
import SystemCalls
import Transfer

extension ObjectDestination {
  /// Each photo is sent after its companions, so that an existing photo has them; the photos of a batch at
  /// once, as far as the engine lets them.
  package func place(_ files: [Placement]) async -> [Result<[CompanionFailure], StorageError>] {
    await withTaskGroup(of: (Int, Result<[CompanionFailure], StorageError>).self) { group in
      for (index, file) in files.enumerated() {
        group.addTask { (index, await result(of: file)) }
      }
      var results = [Result<[CompanionFailure], StorageError>?](repeating: nil, count: files.count)
      for await (index, result) in group { results[index] = result }
      return results.compactMap(\.self)
    }
  }

  private func result(of file: Placement) async -> Result<[CompanionFailure], StorageError> {
    do throws(StorageError) { return .success(try await place(file)) } catch {
      return .failure(error)
    }
  }

  private func place(_ file: Placement) async throws(StorageError) -> [CompanionFailure] {
    var failures: [CompanionFailure] = []
    for companion in file.companions {
      do throws(StorageError) {
        try await write(companion, of: file.path)
      } catch {
        guard error.isOfEntry else { throw error }
        failures.append(CompanionFailure(companion, error.error.message))
      }
    }
    if case .part(let part) = file.picture { try await send(part, of: file) }
    return failures
  }

  /// A sidecar that exists stays, unless it was made from it.
  private func write(_ companion: Companion, of path: String) async throws(StorageError) {
    let (key, bytes, isExclusive) =
      switch companion {
      case .thumbnail(let bytes, let stem, let format):
        (MirrorNames.thumbnail(ofStem: stem, format), bytes, false)
      case .sidecar(let bytes, let format): (sidecars.path(of: path, as: format), bytes, true)
      case .rewrittenSidecar(let bytes, let format):
        (sidecars.path(of: path, as: format), bytes, false)
      }
    _ = try await told("store", key) { () throws(StoreError) in
      let headers = ObjectHeaders.of(key) + lock(of: key)
      let request = StoreRequest(.put, key, headers: headers).sending(bytes)
      return try await client.put(request, isExclusive: isExclusive)
    }
  }

  /// Sends a part, and deletes it when it is stored.
  private func send(_ part: String, of file: Placement) async throws(StorageError) {
    let isNew = try await told("store", file.path) { () throws(StoreError) in
      try await send(
        part, to: file.path,
        ObjectHeaders.of(file.path, modifiedAt: file.modifiedAt) + ObjectHeaders.of(file.marks)
          + lock(of: file.path))
    }
    guard isNew else {
      throw StorageError(
        .directory("another file exists at \(client.location.name)/\(file.path)"), isOfEntry: true)
    }
    await pool.run { _ = LinkFree.unlink(part) }
  }

  /// Sends a file.
  /// - Returns: False if another object with the key stays.
  func send(
    _ part: String, to key: String, _ headers: [HTTPHeader]
  ) async throws(StoreError) -> Bool {
    let size: Int64
    let request: StoreRequest
    do throws(DigestError) {
      (size, request) = try await pool.run { () throws(DigestError) in
        let size = FileStatus(linkFree: part)?.size ?? 0
        return (
          size,
          try StoreRequest(.put, key, headers: headers).sending(
            fileAt: part, from: 0, count: size)
        )
      }
    } catch {
      throw StoreError(.other, error.message)
    }
    guard size > StoreClient.longestPut else {
      return try await client.put(request, isExclusive: true)
    }
    return try await client.upload(
      part, size: size, digest: request.bodyDigest, to: key, headers: headers)
  }
}

/// What is stored about an object besides its bytes.
enum ObjectHeaders {
  /// - Parameter modifiedAt: Seconds since 1970, in the header that rclone and others read.
  static func of(_ key: String, modifiedAt: Int64? = nil) -> [HTTPHeader] {
    [HTTPHeader("content-type", types[KeyName(key).extension.lowercased()] ?? standard)]
      + (modifiedAt.map { [HTTPHeader("x-amz-meta-mtime", "\($0)")] } ?? [])
  }

  private static let standard = "application/octet-stream"
  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "tif": "image/tiff",
    "tiff": "image/tiff", "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
    "xmp": "application/rdf+xml", "json": "application/json",
  ]
}
