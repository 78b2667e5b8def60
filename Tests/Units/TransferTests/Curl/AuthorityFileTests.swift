import Testing

@testable import Transfer

@Suite("Certificate authorities of the machine")
struct AuthorityFileTests {
  private let builtIn = "/usr/lib/own.pem"

  private func substitute(
    readable: Set<String>, program: String? = "/opt/photomirror/bin/photomirror"
  ) -> String? {
    AuthorityFile.substitute(for: builtIn, program: program) { readable.contains($0) }
  }

  @Test("The authorities that libcurl was built with are used if they are readable")
  func builtInFile() {
    #expect(substitute(readable: [builtIn, "/etc/ssl/certs/ca-certificates.crt"]) == nil)
  }

  @Test(
    "The distribution's authorities replace a missing built-in file, before those of the program")
  func system() {
    let own = "/opt/photomirror/lib/photomirror/ca-certificates.crt"
    #expect(
      substitute(readable: ["/etc/pki/tls/certs/ca-bundle.crt", own])
        == "/etc/pki/tls/certs/ca-bundle.crt")
    #expect(substitute(readable: [own]) == own)
  }

  @Test("Without any authorities libcurl keeps its own path, whose error names it")
  func none() {
    #expect(substitute(readable: []) == nil)
    #expect(substitute(readable: ["/lib/photomirror/ca-certificates.crt"], program: nil) == nil)
  }
}
