import CProviderABI

/// Turns a provider into the C table that a module's symbol returns.
public enum ProviderExport {
  /// The table of `provider`; both live as long as the process. Call once per module:
  /// ```swift
  /// nonisolated(unsafe) private let table = ProviderExport.table(of: MyProvider())
  /// @c(photo_provider_v1) public func entry() -> UnsafePointer<photo_provider_table> { table }
  /// ```
  public static func table(
    of provider: some PhotoProvider
  ) -> UnsafePointer<photo_provider_table> {
    fatalError("stub")
  }
}
