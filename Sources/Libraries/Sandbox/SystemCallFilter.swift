import CSandbox

/// The system calls that a helper may make; see `sandbox_work`.
package enum SystemCallFilter: Sendable {
  /// To compute, with the descriptors that it has.
  case decoding
  /// The same, with threads.
  case decodingWithThreads
  /// To compute, with the descriptors that it has, at any place of them.
  case reading
  /// To load a library of another author.
  case loading
  /// To call a library that was loaded.
  case answering

  /// Whether the kernel offers filters.
  package static var isOffered: Bool { sandbox_has_filters() != 0 }

  /// Restricts this helper. Filters add up.
  /// - Returns: 0, or an errno.
  package func install() -> Int32 {
    switch self {
    case .decoding: sandbox_deny_system_calls(sandbox_decoding)
    case .decodingWithThreads: sandbox_deny_system_calls(sandbox_decoding_with_threads)
    case .reading: sandbox_deny_system_calls(sandbox_reading)
    case .loading: sandbox_deny_system_calls(sandbox_loading)
    case .answering: sandbox_deny_system_calls(sandbox_answering)
    }
  }
}
