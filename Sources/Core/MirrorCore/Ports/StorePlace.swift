/// A place on a server that the user names by an address.
package protocol StorePlace: FilePlace {
  /// Checks that files can be stored there, and how two writers of one name are told apart.
  func probe() async throws(MirrorError)

  /// Tries what the user may do. May store a file of the mirror's own, and delete one that does not exist.
  func rights() async -> StoreRights
}

/// What a store lets its user do, each tried with a file of the mirror's own.
package struct StoreRights: Sendable, Hashable {
  /// Why a request is refused: a clause in lower case without a period.
  package typealias Refusal = String

  /// Nil if files can be listed.
  package var lists: Refusal?
  /// Nil if files can be read.
  package var reads: Refusal?
  /// Nil if files can be stored.
  package var writes: Refusal?
  /// Nil if files can be deleted, which only `--gone`, the trash and `repair` need.
  package var deletes: Refusal?
  /// Whether a file is kept that exists when another writer stores one of its name.
  package var keepsExisting = false
  /// Whether the store computes digests of files, so that `verify` need not read them.
  package var provesFiles = false

  package init() {}
}
