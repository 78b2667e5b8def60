/// The digests that feeds promise.
package enum DigestAlgorithm: String, Sendable { case md5, sha1, sha256 }
