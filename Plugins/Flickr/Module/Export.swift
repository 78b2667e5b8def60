import FlickrProvider
import ProviderKit

// Written once, before the first call of the symbol returns; never changed.
nonisolated(unsafe) private let table = ProviderExport.table(of: FlickrProvider())

/// The symbol that the host looks up.
@c(photo_provider_v1)
public func photoProvider() -> ProviderExport.Table { table }
