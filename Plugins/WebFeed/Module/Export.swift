import ProviderKit
import WebFeedProvider

// Written once, before the first call of the symbol returns; never changed.
nonisolated(unsafe) private let table = ProviderExport.table(of: WebFeedProvider())

/// The symbol that the host looks up.
@c(photo_provider_v1)
public func photoProvider() -> ProviderExport.Table { table }
