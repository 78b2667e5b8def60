import MirrorCore
import Mirroring

/// The object store for a mirror's photos, as a command line names it.
struct StoreOptions: CommandOptions {
  /// Where the bucket's name is in an address.
  enum Addressing: String, CaseIterable, Sendable { case path, host }

  var location: StoreLocation?
  var endpoint: String?
  var region: String?
  var addressing: Addressing?
  var lock: ObjectLock.Mode?
  var retention: Duration?

  static let options =
    Option<StoreOptions>.group(
      .store,
      .optional(
        "store", .store, \.location,
        "Store the photos in this bucket of an object store (S3), kept for later runs; the directory "
          + "keeps the catalog and unfinished files. The credentials come from AWS_ACCESS_KEY_ID and "
          + "AWS_SECRET_ACCESS_KEY, files named by the same with _FILE, or a profile")) + server
    + locks

  /// How the server is reached.
  static let server = Option<StoreOptions>.group(
    .store,
    .optional(
      "s3-endpoint", .endpoint, \.endpoint,
      "The server's address: http or https, host and port; default AWS_ENDPOINT_URL, or Amazon's"),
    .optional(
      "s3-region", .region, \.region,
      "The bucket's region; default AWS_REGION, or us-east-1"),
    .optional(
      "s3-addressing", .choice, \.addressing,
      "How addresses name the bucket: path (default with another endpoint) or host (default "
        + "for Amazon)"),
  )

  /// How new photos and sidecars are locked.
  static let locks = Option<StoreOptions>.group(
    .store,
    .optional(
      "s3-lock", .choice, \.lock,
      "Lock new photos and sidecars (S3 Object Lock), kept for later runs; the bucket must allow it"
    ),
    .optional(
      "s3-retain", .time(86_400...ObjectLock.mostDays * 86_400), \.retention,
      "The length of a lock in whole days, like 3650d"),
  )

  /// Of commands that use the store of a mirror, and choose none.
  static let known =
    Option<StoreOptions>.group(
      .store,
      .optional(
        "store", .store, \.location,
        "The store with the mirror's photos, if you have not named it in an earlier run over the "
          + "directory")) + server

  /// The options of a command line that has more of them.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    for given in parsed.options {
      try Self.options.first { $0.syntax.name == given.name }?.set(&self, given.value)
    }
  }

  init() {}

  /// - Throws: ``UsageError`` if the store's options are given without it.
  func chosen() throws(UsageError) -> StoreLocation? {
    guard var location else {
      guard endpoint == nil, region == nil, addressing == nil, lock == nil, retention == nil
      else {
        throw UsageError(
          "options that begin with --s3- need --store",
          hints: ["a mirror remembers its store with these options"])
      }
      return nil
    }
    location.settings = [
      "endpoint": endpoint, "region": region, "addressing": addressing?.rawValue,
    ].compactMapValues(\.self)
    location.lock = try chosenLock()
    return location
  }

  /// Nil if the user says nothing about locks.
  private func chosenLock() throws(UsageError) -> ObjectLock? {
    let days = Int((retention ?? .zero).components.seconds / 86_400)
    guard let lock else {
      guard retention == nil else { throw UsageError("--s3-retain needs --s3-lock") }
      return nil
    }
    guard let chosen = ObjectLock(lock, days: days) else {
      throw UsageError(
        lock == .none
          ? "--s3-lock none has no --s3-retain" : "--s3-lock \(lock.rawValue) needs --s3-retain")
    }
    return chosen
  }
}

extension ValueKind<StoreLocation> {
  fileprivate static let store = ValueKind(
    "s3://BUCKET/PREFIX", takes: "s3://BUCKET or s3://BUCKET/PREFIX", text: \.name,
    value: { StoreLocation($0) })
}

extension ValueKind<String> {
  fileprivate static let endpoint = ValueKind(
    "URL", takes: "an address like https://s3.example.org:9000", text: \.self,
    value: { StoreLocation.setting("endpoint", $0, ofScheme: "s3") })
  fileprivate static let region = ValueKind(
    "REGION", takes: "a region like eu-central-1, or auto", text: \.self,
    value: { StoreLocation.setting("region", $0, ofScheme: "s3") })
}
