import Digests
import Foundation
import TestSupport

/// Lists, and uploads in parts.
extension StoreExchange {
  func list(_ state: StrictStore.State) -> WireServer.Step {
    let (prefix, limit) = (query["prefix"] ?? "", Int(query["max-keys"] ?? "") ?? 1000)
    let isSecond = state.lists == .second
    let after =
      isSecond
      ? query["continuation-token"] ?? query["start-after"] ?? "" : query["marker"] ?? ""
    let keys = state.objects.keys.filter {
      $0.hasPrefix(prefix) && after.utf8.lexicographicallyPrecedes($0.utf8)
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let contents = keys.prefix(limit).map { key in
      "<Contents><Key>\(Self.form(key))</Key><Size>\(state.objects[key]?.bytes.count ?? 0)</Size></Contents>"
    }.joined()
    let name = isSecond ? "NextContinuationToken" : "NextMarker"
    let next =
      keys.count > limit && state.lists != .firstWithoutMarker
      ? "<\(name)>\(keys[limit - 1])</\(name)>" : ""
    return .ok(
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\
        <EncodingType>url</EncodingType><IsTruncated>\(keys.count > limit)</IsTruncated>\
        \(contents)\(next)</ListBucketResult>
        """.utf8))
  }

  private static func form(_ key: String) -> String {
    let plain = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."\u{7F}"))
      .union(CharacterSet(charactersIn: "-._/ "))
    return (key.addingPercentEncoding(withAllowedCharacters: plain) ?? "").replacing(" ", with: "+")
  }

  func uploads(_ state: StrictStore.State) -> WireServer.Step {
    let list = state.uploads.sorted { $0.key < $1.key }
      .filter { $0.value.key.hasPrefix(query["prefix"] ?? "") }
      .map { "<Upload><Key>\($0.value.key)</Key><UploadId>\($0.key)</UploadId></Upload>" }
    return .ok(
      Array("<ListMultipartUploadsResult>\(list.joined())</ListMultipartUploadsResult>".utf8))
  }

  func begin(_ key: String, _ state: inout StrictStore.State) -> WireServer.Step {
    if let refusal = refusal(key, state) { return refusal }
    state.uploadCount += 1
    let id = "upload-\(state.uploadCount)"
    state.uploads[id] = StrictStore.Upload(
      key: key,
      headers: request.headers.filter {
        $0.key.hasPrefix("x-amz-meta-") || $0.key == "content-type"
      }.merging(locks) { $1 })
    let body =
      "<InitiateMultipartUploadResult><UploadId>\(id)</UploadId></InitiateMultipartUploadResult>"
    return .ok(Array(body.utf8))
  }

  func putPart(_ state: inout StrictStore.State) -> WireServer.Step {
    guard let id = query["uploadId"], let number = query["partNumber"].flatMap({ Int($0) }),
      state.uploads[id] != nil
    else { return .error("404 Not Found", "NoSuchUpload") }
    if let source = request.headers["x-amz-copy-source"] {
      return copyPart(number, of: id, from: source, &state)
    }
    state.uploads[id]?.parts[number] = request.body
    return .ok([], ["ETag: \"\(DigestAlgorithm.md5.hex(of: request.body))\""])
  }

  private func copyPart(
    _ number: Int, of id: String, from source: String, _ state: inout StrictStore.State
  ) -> WireServer.Step {
    guard let object = state.objects[Self.key(ofSource: source)] else {
      return .error("404 Not Found", "NoSuchKey")
    }
    let tag = DigestAlgorithm.md5.hex(of: object.bytes)
    let ends = (request.headers["x-amz-copy-source-range"] ?? "").dropFirst("bytes=".count)
      .split(separator: "-").compactMap { Int($0) }
    guard request.headers["x-amz-copy-source-if-match"] == "\"\(tag)\"", ends.count == 2,
      ends[1] < object.bytes.count
    else { return .error("412 Precondition Failed", "PreconditionFailed") }
    let bytes = Array(object.bytes[ends[0]...ends[1]])
    state.uploads[id]?.parts[number] = bytes
    let new = DigestAlgorithm.md5.hex(of: bytes)
    return .ok(Array("<CopyPartResult><ETag>&quot;\(new)&quot;</ETag></CopyPartResult>".utf8))
  }

  func parts(_ state: StrictStore.State) -> WireServer.Step {
    guard let upload = query["uploadId"].flatMap({ state.uploads[$0] }) else {
      return .error("404 Not Found", "NoSuchUpload")
    }
    let parts = upload.parts.sorted { $0.key < $1.key }.map { number, bytes in
      "<Part><PartNumber>\(number)</PartNumber><ETag>&quot;\(DigestAlgorithm.md5.hex(of: bytes))"
        + "&quot;</ETag><Size>\(bytes.count)</Size></Part>"
    }
    return .ok(Array("<ListPartsResult>\(parts.joined())</ListPartsResult>".utf8))
  }

  /// As Amazon does: the answer begins with blanks, which keep the connection.
  func complete(_ key: String, _ state: inout StrictStore.State) -> WireServer.Step {
    if let refusal = refusal(key, state) { return refusal }
    guard let id = query["uploadId"], let upload = state.uploads[id] else {
      return .error("404 Not Found", "NoSuchUpload")
    }
    let text = String(decoding: request.body, as: UTF8.self)
    let parts = upload.parts.sorted { $0.key < $1.key }
    guard parts.allSatisfy({ text.contains(DigestAlgorithm.md5.hex(of: $0.value)) }) else {
      return .error("400 Bad Request", "InvalidPart")
    }
    state.objects[key] = StrictStore.Object(
      bytes: parts.flatMap(\.value), headers: upload.headers)
    state.uploads[id] = nil
    return .ok(
      Array("\n   <CompleteMultipartUploadResult><Key>k</Key></CompleteMultipartUploadResult>".utf8)
    )
  }
}
