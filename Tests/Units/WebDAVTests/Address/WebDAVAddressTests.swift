import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import WebDAV

@Suite("The address of a place on a WebDAV server")
struct WebDAVAddressTests {
  private static let rows: [(given: String, canonical: String?)] = [
    ("webdavs://host", "webdavs://host"), ("webdavs://HOST:443/", "webdavs://host"),
    ("webdav://host:80/a/", "webdav://host/a"), ("webdavs://host:80/a", "webdavs://host:80/a"),
    ("webdavs://me%40x@host/a%20b/%C3%A4", "webdavs://me%40x@host/a%20b/%C3%A4"),
    ("webdavs://[::1]:8443/a", "webdavs://[::1]:8443/a"), ("webdavs://h/a+b", "webdavs://h/a+b"),
    ("webdavs://u:p@host/a", nil), ("webdavs://host/../a", nil), ("webdavs://host/a//b", nil),
    ("webdavs://host/a#b", nil), ("webdavs:///a", nil), ("https://host/a", nil),
    ("webdavs://a%3Ab@host", nil), ("webdavs://host/%00", nil), ("webdavs://host/%0A", nil),
  ]

  @Test("An address is written in one way, and never with a password", arguments: rows)
  func canonical(given: String, canonical: String?) {
    #expect(WebDAVAddress(StoreLocation(name: given))?.location.name == canonical)
  }

  @Test("A record with a setting that no option could have is invalid")
  func settings() {
    func isValid(_ name: String, _ settings: [String: String]) -> Bool {
      WebDAVAddress(StoreLocation(name: name, settings: settings)) != nil
    }
    #expect(isValid("webdav://nas/a", ["clear-text": "nas"]))
    #expect(!isValid("webdav://nas/a", ["clear-text": "other"]))
    #expect(!isValid("webdavs://nas/a", ["clear-text": "nas"]))
    #expect(!isValid("webdav://nas/a", ["endpoint": "http://h"]))
    #expect(
      WebDAVAddress(
        StoreLocation(name: "webdavs://nas/a", lock: ObjectLock(.governance, days: 3))) == nil)
  }

  @Test("Names are encoded byte by byte in paths")
  func path() throws {
    let address = try #require(WebDAVAddress(StoreLocation(name: "webdav://h/a%20b")))
    #expect(address.path(of: "ö/%#?.jpg") == "/a%20b/%C3%B6/%25%23%3F.jpg")
    #expect(address.path(of: "", isFolder: true) == "/a%20b/")
    let root = try #require(WebDAVAddress(StoreLocation(name: "webdav://h")))
    #expect(root.path(of: "") == "/" && root.path(of: "a") == "/a")
  }

  private func problem(
    _ address: String, _ settings: [String: String], _ variables: [String: String]
  ) throws -> DirectoryProblem? {
    let address = try #require(
      WebDAVAddress(StoreLocation(name: address, settings: settings)))
    do throws(MirrorError) {
      _ = try WebDAVCredentials.read(variables, for: address)
      return nil
    } catch {
      #expect(!error.message.contains("hush"))
      guard case .directory(_, let problem) = error else { return .other }
      return problem
    }
  }

  @Test("A password is sent over TLS, to this machine, and to a host that the user accepts")
  func clearText() throws {
    let word = ["PHOTOMIRROR_WEBDAV_PASSWORD": "hush"]
    for host in ["webdavs://a@nas/x", "webdav://a@127.0.0.1:8/x", "webdav://a@localhost/x"] {
      #expect(try problem(host, [:], word) == nil)
    }
    for host in ["nas", "127.example.org", "192.168.1.2"] {
      #expect(try problem("webdav://a@\(host)/x", [:], word) == .clearText(host: host))
      #expect(try problem("webdav://a@\(host)/x", ["clear-text": host], word) == nil)
    }
    #expect(try problem("webdav://nas/x", [:], [:]) == nil)
  }

  @Test("The user and the password come from the address, the environment or a file")
  func credentials() throws {
    let folder = try TemporaryDirectory()
    let file = folder.appending("password")
    try "hush\n".write(toFile: file, atomically: true, encoding: .utf8)
    func header(_ address: String, _ variables: [String: String]) throws -> String? {
      try WebDAVCredentials.read(
        variables, for: #require(WebDAVAddress(StoreLocation(name: address))))?.header
    }
    let expected = "Basic " + Data("ada:hush".utf8).base64EncodedString()
    #expect(
      try header("webdavs://ada@h", ["PHOTOMIRROR_WEBDAV_PASSWORD_FILE": file]) == expected)
    #expect(
      try header(
        "webdavs://h",
        ["PHOTOMIRROR_WEBDAV_USER": "ada", "PHOTOMIRROR_WEBDAV_PASSWORD": "hush"]) == expected)
    #expect(try header("webdavs://h", [:]) == nil)
    #expect(try problem("webdavs://ada@h", [:], [:]) == .storePassword)
    #expect(
      try problem("webdavs://h", [:], ["PHOTOMIRROR_WEBDAV_PASSWORD": "hush"]) == .storePassword)
    #expect(
      try problem(
        "webdavs://ada@h", [:],
        ["PHOTOMIRROR_WEBDAV_PASSWORD": "hush", "PHOTOMIRROR_WEBDAV_PASSWORD_FILE": file])
        == .storePassword)
    #expect(
      try problem("webdavs://ada@h", [:], ["PHOTOMIRROR_WEBDAV_PASSWORD_FILE": file + "x"])
        == .storePassword)
  }
}
