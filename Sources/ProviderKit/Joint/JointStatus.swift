import CProviderABI

// C enumerators arrive as Int; what `call` returns is an int32_t.
extension Int32 {
  package static let ok = Int32(PHOTO_PROVIDER_OK)
  package static let failed = Int32(PHOTO_PROVIDER_FAILED)
  package static let unsupported = Int32(PHOTO_PROVIDER_UNSUPPORTED)
}
