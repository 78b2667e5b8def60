import CCrypto

extension DigestAlgorithm {
  /// The keyed digest (HMAC, RFC 2104) of bytes.
  package func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var length: UInt32 = 0
    return [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, initialized in
      // OpenSSL takes an empty key only with an address.
      (key.isEmpty ? [0] : key).withUnsafeBufferPointer { keyBytes in
        _ = HMAC(
          implementation, keyBytes.baseAddress, Int32(key.count), bytes, bytes.count,
          buffer.baseAddress, &length)
      }
      initialized = Int(length)
    }
  }
}
