import JSONFeedProvider
import ProviderKit

// Written once, before the symbol's first call returns; never written again.
nonisolated(unsafe) private let table = ProviderExport.table(of: JSONFeedProvider())

/// The symbol that the host looks up in this module.
@c(photo_provider_v1)
public func photoProvider() -> ProviderExport.Table { table }
