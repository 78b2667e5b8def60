import MirrorCore
import ProviderKit

/// A user's account at a site: signing in, and asking who is signed in.
public struct SiteAccount: Sendable {
  /// What a sign-in gives: the values of the provider's settings, and the account.
  public struct SignedIn: Sendable {
    /// By the names of the settings; secrets.
    public let values: [String: String]
    /// The account that signed in, as far as the site says.
    public let account: Account
  }

  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?

  /// - Parameter delegate: Receives notes and retries, and no other events.
  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    self.configuration = configuration
    self.delegate = delegate
  }

  /// Signs in.
  /// - Parameter code: Gets the address of the page on which the user agrees; returns the code that the page
  ///   shows.
  /// - Throws: ``MirrorError`` if the site or a setting is at fault, and the errors of `code`.
  public func signIn(
    code: @Sendable (_ page: String) async throws -> String
  ) async throws -> SignedIn {
    let manifest = configuration.provider.manifest
    return try await session { session in
      let client = try SignInClient(
        manifest, settings: configuration.query.settings, secrets: configuration.secrets,
        network: session.network)
      let pending = try await client.begin()
      let typed: String
      do { typed = try await code(pending.page) } catch { throw CodeError(underlying: error) }
      let result = try await client.finish(pending, code: typed)
      var values: [String: String] = [:]
      if let name = manifest.signIn?.authorization.token { values[name] = result.token }
      if let name = manifest.signIn?.authorization.tokenSecret { values[name] = result.tokenSecret }
      return SignedIn(values: values, account: result.account)
    }
  }

  /// Asks the site which account is signed in.
  /// - Throws: ``MirrorError``.
  public func current() async throws -> Account {
    try await session { try await $0.client.account() }
  }

  /// What an account has: its albums, galleries, groups.
  /// - Throws: ``MirrorError``, and the errors of `body`.
  public func sources(_ body: ([ListedSource]) async throws -> Void) async throws {
    try await session { session in
      try await session.client.sources { listed in
        do { try await body(listed) } catch { throw CodeError(underlying: error) }
      }
    }
  }

  /// An error of the caller's own code.
  private struct CodeError: Error {
    let underlying: any Error
  }

  private func session<Result>(
    _ body: (SiteSession) async throws -> Result
  ) async throws -> Result {
    let announcer = Announcer(delegate)
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await SiteSession.run(configuration, telling: announcer, body))
    } catch let error as CodeError {
      result = .failure(error.underlying)
    } catch {
      result = .failure(Task.isCancelled ? CancellationError() : MirrorError(readingSource: error))
    }
    await announcer.close()
    return try result.get()
  }
}
