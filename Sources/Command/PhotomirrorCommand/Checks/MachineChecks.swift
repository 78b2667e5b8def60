import Console
import Glibc
import ProviderLoader
import Sandbox
import SystemCalls

/// Checks of the machine and the program's own files.
struct MachineChecks {
  let environment: [String: String]

  func run() -> [Diagnosis] {
    [.ok("program", ProgramVersion.line), files, user, sandbox, proxy].compactMap(\.self) + modules
      + LibraryChecks().run()
  }

  private var files: Diagnosis {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let count = Int(clamping: limit.rlim_cur)
    guard count >= 256 else {
      return .warning(
        "open files", "\(count) at once", hint: "allow 256 (ulimit -n), for --jobs above 16")
    }
    return .ok("open files", "\(count) at once")
  }

  private var user: Diagnosis? {
    geteuid() == 0
      ? .warning(
        "user", "photomirror runs as root", hint: "run it as a user of its own; it needs no rights")
      : nil
  }

  private var sandbox: Diagnosis {
    let version = FileAccess.version
    guard SystemCallFilter.isOffered, version > 0 else {
      let lacking = [SystemCallFilter.isOffered ? nil : "seccomp", version > 0 ? nil : "Landlock"]
      return .warning(
        "sandbox",
        "the kernel offers no \(lacking.compactMap(\.self).joined(separator: " and no "))",
        hint: "decoders and modules have more rights than they need here")
    }
    return .ok("sandbox", "seccomp and Landlock \(version)")
  }

  /// The variables that curl reads and that are set.
  var proxyVariables: [String] {
    ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"].filter {
      environment[$0]?.isEmpty == false
    }
  }

  private var proxy: Diagnosis {
    let names = proxyVariables
    return .ok("proxy", names.isEmpty ? "none" : "from \(names.joined(separator: ", "))")
  }

  private var modules: [Diagnosis] {
    let found = ProviderLoader(providerPath: [], environment: environment).load()
    let names = found.providers.map(\.manifest.name)
    let refused = found.faulty.map {
      Diagnosis.warning(
        "modules", "\($0.path) is refused: \($0.reason)", hint: "correct or remove the file")
    }
    guard !names.isEmpty else {
      return refused + [
        .failure(
          "modules", "no provider was found",
          hint: "install photomirror again, or see 'photomirror providers'")
      ]
    }
    return [.ok("modules", names.joined(separator: ", "))] + refused
  }
}
