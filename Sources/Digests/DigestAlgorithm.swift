/// The digests that feeds promise.
package enum DigestAlgorithm: String, Sendable {
  /// Named in lower case, as feeds write them without the hyphen.
  case md5, sha1, sha256
}
