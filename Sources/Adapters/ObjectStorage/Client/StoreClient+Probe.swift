import MirrorCore
import Transfer

extension StoreClient {
  /// The object that tells whether the server honours `If-None-Match`.
  static let probe = ".photomirror/probe"
  static let probeRequest = StoreRequest(.put, probe).sending(Array("photomirror\n".utf8))

  /// Checks that the bucket exists and can be written to, and whether the server keeps an existing object if
  /// it is asked to. Older servers ignore the question.
  package func probe() async throws(MirrorError) {
    do throws(StoreError) {
      var request = Self.probeRequest
      request.headers.append(HTTPHeader("if-none-match", "*"))
      for _ in 1...2 {
        do throws(StoreError) {
          _ = try await answer(to: request)
        } catch {
          switch error.kind {
          case .exists:
            honoursConditions = true
            return
          case .unsupported:
            honoursConditions = false
            return
          default: throw error
          }
        }
      }
      honoursConditions = false
    } catch {
      throw StorageError(error, "use", location.name).error
    }
  }
}
