import CProviderABI

/// What a call across the joint returns.
package struct JointStatus: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The bytes are the answer.
  package static let ok = JointStatus(PHOTO_PROVIDER_OK)
  /// The bytes are a failure object.
  package static let failed = JointStatus(PHOTO_PROVIDER_FAILED)
  /// There are no bytes: the module does not know the method.
  package static let unsupported = JointStatus(PHOTO_PROVIDER_UNSUPPORTED)

  // C enumerators arrive as Int; the function returns an int32_t.
  private init(_ enumerator: Int) { rawValue = Int32(enumerator) }
}
