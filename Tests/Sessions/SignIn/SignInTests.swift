import Foundation
import TestSupport
import Testing

@Suite("A sign-in at a site")
struct SignInTests {
  /// A session whose sign-ins are stored in its own folder.
  private func session(_ serverOptions: String...) async throws -> Session {
    var session = try await Session(serverOptions)
    session.environment["XDG_STATE_HOME"] = session.folder.appending("state")
    session.environment["PHOTOMIRROR_FLICKR_OAUTH"] =
      session.server.address.absoluteString + "services/oauth/"
    session.environment["FLICKR_API_SECRET"] = "demo-secret"
    return session
  }

  private func file(_ session: Session) -> String {
    session.folder.appending("state/photomirror/accounts/flickr.json")
  }

  /// Signs in as a person does: opens the page that the command shows, and types the code.
  private func signIn(
    _ session: Session, typing: @Sendable (String) -> String = { $0 }
  ) async throws -> CommandRun {
    let pipe = session.folder.appending("typed\(Int.random(in: 0..<1_000_000))")
    try #require(mkfifo(pipe, 0o600) == 0)
    // Open for both, so that neither end waits for the other.
    let keyboard = try #require(FileHandle(forUpdatingAtPath: pipe))
    let command = "exec '\(BuiltProducts.path("photomirror"))' login flickr < '\(pipe)'"
    let process = try RunningProcess(
      "/bin/sh", ["-c", command], environment: session.environment,
      workingDirectory: session.folder.path)
    let page = await process.line(containing: "/authorize?", of: .errors)
    if let page {
      let text = try await Curl.get(page, []).text
      let code = try #require(text.firstMatch(of: /<b>([0-9-]+)<\/b>/)).1
      try keyboard.write(contentsOf: Data((typing(String(code)) + "\n").utf8))
    }
    return await process.end()
  }

  @Test("A sign-in stores a token that only the user can read, and logout removes it")
  func signInAndOut() async throws {
    let session = try await session("--photos", "20")
    let run = try await signIn(session)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output == "signed in at flickr as 10000001@N00 (harbourlight)\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: file(session))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let who = try await session.run("whoami flickr")
    #expect(who.exitCode == 0 && who.output == "10000001@N00 (harbourlight)\n")
    #expect(try await session.run("logout flickr").exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: file(session)))
    let nobody = try await session.run("whoami flickr")
    #expect(nobody.exitCode == 3 && nobody.errors.contains("photomirror login"))
    #expect(try await session.run("logout flickr").output == "there is no sign-in at flickr\n")
  }

  @Test(
    "Private photos are mirrored with a sign-in only, and no secret is in the mirror or in a log")
  func privatePhotos() async throws {
    let session = try await session("--photos", "60", "--private-every", "3")
    let others = try await session.run("list --limit 999 flickr:user/10000001@N00")
      .lines(of: ListedPhoto.self)
    #expect(try await signIn(session).exitCode == 0)
    let own = try await session.run("list --limit 999 flickr:user/me").lines(of: ListedPhoto.self)
    #expect(own.count > others.count)
    let run = try await session.run("sync flickr:user/me photos --verbose")
    #expect(run.exitCode == 0, "\(run.errors)")
    let mirror = session.mirror()
    #expect(mirror.photos.count == own.count && mirror.flaws() == [])
    let token = try String(contentsOfFile: file(session), encoding: .utf8)
    let secrets = token.matches(of: /"(access[^"]+)"/).map { String($0.1) }
    #expect(secrets.count == 2)
    let catalog = FileManager.default.contents(atPath: mirror.catalog) ?? Data()
    for secret in secrets + ["demo-secret"] {
      #expect(!run.errors.contains(secret) && !run.output.contains(secret))
      #expect(catalog.firstRange(of: Data(secret.utf8)) == nil)
    }
  }

  @Test("A wrong code, a wrong secret and a revoked sign-in each have a sentence of their own")
  func refusals() async throws {
    var session = try await session("--photos", "9", "--revoke-after", "2")
    let wrongCode = try await signIn(session) { _ in "000-000-000" }
    #expect(wrongCode.exitCode == 3 && wrongCode.errors.contains("does not accept the code"))
    #expect(try await signIn(session).exitCode == 0)
    #expect(try await session.run("whoami flickr").exitCode == 0)
    session.environment["FLICKR_API_SECRET"] = "another"
    let wrongSecret = try await session.run("whoami flickr")
    #expect(
      wrongSecret.exitCode == 3 && wrongSecret.errors.contains("refuses the signature"),
      "\(wrongSecret.errors)")
    session.environment["FLICKR_API_SECRET"] = "demo-secret"
    let revoked = try await session.run("sync flickr:user/me photos")
    #expect(revoked.exitCode == 3 && revoked.errors.contains("sign in again"), "\(revoked.errors)")
    session.environment["FLICKR_API_SECRET"] = nil
    let lacking = try await session.run("login flickr")
    #expect(lacking.exitCode == 3 && lacking.errors.contains("FLICKR_API_SECRET"))
  }

  @Test("A stored sign-in that others can read is not used, nor one that is not ours")
  func openFile() async throws {
    let session = try await session("--photos", "9")
    #expect(try await signIn(session).exitCode == 0)
    chmod(file(session), 0o644)
    let open = try await session.run("whoami flickr")
    #expect(open.exitCode == 2 && open.errors.contains("chmod 600"))
    chmod(file(session), 0o600)
    try Data("{}".utf8).write(to: URL(filePath: file(session)))
    chmod(file(session), 0o600)
    #expect(try await session.run("list flickr:recent").exitCode == 2)
  }

  @Test(
    "Another endpoint never gets the token of a sign-in, and the message says how to sign in there")
  func otherEndpoint() async throws {
    var session = try await session("--photos", "60", "--private-every", "3")
    #expect(try await signIn(session).exitCode == 0)
    let token = try String(contentsOfFile: file(session), encoding: .utf8)
    let secrets = token.matches(of: /"(access[^"]+)"/).map { String($0.1) }
    #expect(secrets.count == 2)
    let other = try WireServer { _ in [.response("404 Not Found", ["Content-Length: 0"])] }
    let endpoint = session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"]
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = other.url("/services/rest/")
    for line in ["list flickr:recent", "whoami flickr", "sync flickr:user/me photos --attempts 1"] {
      let run = try await session.run(line)
      #expect(run.exitCode == 3 || line.contains("/me") && run.exitCode == 2, "\(run.errors)")
      #expect(
        run.errors.contains("the sign-in at flickr is for http://127.0.0.1:"), "\(run.errors)")
      #expect(
        run.errors.contains("'photomirror login flickr' with the same settings signs in there"))
    }
    #expect(!other.requests.isEmpty)
    for request in other.requests {
      let text = request.target + request.headers.values.joined()
      #expect(!secrets.contains { text.contains($0) }, "\(text)")
    }
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = endpoint
    let back = try await session.run("whoami flickr")
    #expect(back.exitCode == 0 && back.errors.isEmpty, "\(back.errors)")
  }

  @Test("A sign-in whose input ends before a code stores nothing")
  func noCode() async throws {
    let session = try await session("--photos", "9")
    let run = try await session.run("login flickr")
    #expect(run.exitCode == 2 && run.errors.contains("no code was typed"))
    #expect(!FileManager.default.fileExists(atPath: file(session)))
    #expect(try await session.run("login feed").exitCode == 2)
  }
}

@Suite("What an account has at a site")
struct AccountSourcesTests {
  private struct Source: Decodable {
    let source: String
    let kind: String
    let title: String
  }

  @Test("list --sources shows an account's albums, galleries and groups as sources to copy")
  func sources() async throws {
    let session = try await Session("--photos", "60")
    let run = try await session.run("list --sources flickr:user/harbourlight")
    #expect(run.exitCode == 0, "\(run.errors)")
    let sources = try run.lines(of: Source.self)
    #expect(sources.first?.source == "flickr:user/10000001@N00")
    #expect(
      Set(sources.map(\.kind)) == ["photos", "favorites", "photos-of", "album", "gallery", "group"])
    for source in sources where source.kind != "photos-of" {
      #expect(try await session.run("list \(source.source)").exitCode == 0, "\(source)")
    }
    let other = try await session.run("list --sources flickr:recent")
    #expect(other.exitCode == 3 && other.errors.contains("is not an account"))
  }

  @Test(
    "The albums of an account, named as it shows itself, are mirrored in order; the id is remembered"
  )
  func albums() async throws {
    let session = try await Session("--photos", "120")
    let all = try await session.run("list --limit 999 flickr:user/60000006@N07")
      .lines(of: ListedPhoto.self)
    let run = try await session.run("sync flickr:albums/foxden photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == all.count && session.mirror().flaws() == [])
    #expect(try await lookUps(session) == 1)
    #expect(try await session.run("sync flickr:albums/foxden photos").exitCode == 0)
    #expect(try await lookUps(session) == 1)
  }

  private func lookUps(_ session: Session) async throws -> Int {
    struct Stats: Decodable { let calls: [String: Int] }
    let text = try await Curl.get(session.server.address.absoluteString + "stats", [])
    return try JSONDecoder().decode(Stats.self, from: text.body).calls["flickr.urls.lookupUser"]
      ?? 0
  }

  @Test(
    "Every kind of Flickr source is listed",
    arguments: [
      "user/%C5%81%C3%B3d%C5%BA%20noc%C4%85", "person/harbourlight", "contacts/harbourlight",
      "galleries/harbourlight", "collections/foxden", "explore/2025-11-13", "tag/cat",
    ])
  func kinds(selector: String) async throws {
    let session = try await Session("--photos", "200")
    let run = try await session.run("list --limit 999 flickr:\(selector)")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try !run.lines(of: ListedPhoto.self).isEmpty)
  }
}
