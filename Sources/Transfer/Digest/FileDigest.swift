import CCrypto
import Foundation

/// Digests of files.
package enum FileDigest {
  private static let step = 256 << 10

  /// The digest of a file as lower-case hexadecimal. Blocks while it reads, 256 KiB at a time: call
  /// it on a thread of its own.
  ///
  /// - Throws: `TransferError` with `localFile` if the file cannot be read.
  package static func hex(_ algorithm: DigestAlgorithm, ofFileAt path: String)
    throws(TransferError) -> String
  {
    do {
      return try digest(algorithm, path)
    } catch {
      throw TransferError(error)
    }
  }

  private static func digest(_ algorithm: DigestAlgorithm, _ path: String) throws(Fault) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Fault.system(errno, "cannot open \(path)") }
    defer { close(descriptor) }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestInit_ex(context, algorithm.implementation, nil) == 1 else {
      throw Fault(.localFile(errno: ENOTSUP), "the system's OpenSSL has no \(algorithm.rawValue)")
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: step, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Fault.system(errno, "cannot read \(path)") }
      if count == 0 { break }
      EVP_DigestUpdate(context, buffer.baseAddress, count)
    }
    var length: UInt32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, initialized in
      EVP_DigestFinal_ex(context, buffer.baseAddress, &length)
      initialized = Int(length)
    }
    return bytes.hexadecimal
  }
}

extension DigestAlgorithm {
  /// The digest as lower-case hexadecimal.
  package func hex(of bytes: [UInt8]) -> String {
    var length: UInt32 = 0
    let digest = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, initialized in
      EVP_Digest(bytes, bytes.count, buffer.baseAddress, &length, implementation, nil)
      initialized = Int(length)
    }
    return digest.hexadecimal
  }

  /// OpenSSL owns it: not to be freed.
  fileprivate var implementation: OpaquePointer? {
    switch self {
    case .md5: EVP_md5()
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    }
  }
}

extension Sequence<UInt8> {
  /// Two lower-case digits for each byte.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// The algorithms of digests that feeds and servers promise.
package enum DigestAlgorithm: String, Sendable {
  /// Named in lower case, as feeds write them without the hyphen.
  case md5, sha1, sha256
}
