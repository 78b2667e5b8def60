import CProviderABI

// C enumerators arrive as Int; what `call` returns is an int32_t.
extension Int32 {
  /// The bytes are the answer.
  package static let ok = Int32(PHOTO_PROVIDER_OK)
  /// The bytes are a failure object.
  package static let failed = Int32(PHOTO_PROVIDER_FAILED)
  /// There are no bytes: the module does not know the method.
  package static let unsupported = Int32(PHOTO_PROVIDER_UNSUPPORTED)
}
