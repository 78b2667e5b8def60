import Foundation

/// What a decoder does after a hostile image has taken it over.
enum Attack: String, CaseIterable {
  case open, create, connect, fork, exec, kill, signal, executable, environment
  case images, allocate, loop, crash, exit, garbage, flood

  /// The attack that the file names. The file is mapped, because its position must not move and pread(2) is
  /// denied.
  init?(in file: Int32) {
    let start = mmap(nil, 4096, PROT_READ, MAP_PRIVATE, file, 0)
    guard let start, start != MAP_FAILED else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: 32).prefix { $0 >= 0x20 }
    self.init(rawValue: String(decoding: Array(bytes), as: UTF8.self))
  }

  /// How many images this process got.
  nonisolated(unsafe) static var decoded = 0

  /// - Returns: The result of the system call, or `done`.
  func attempt() -> String {
    switch self {
    case .open: result(of: Glibc.open("/etc/passwd", O_RDONLY))
    case .create: result(of: Glibc.open("/tmp/photomirror-escaped", O_CREAT | O_WRONLY, 0o600))
    case .connect: result(of: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    case .fork: result(of: spawn())
    case .exec: result(of: execv("/bin/true", [nil]))
    case .kill: result(of: Glibc.kill(1, 0))
    case .signal: result(of: Glibc.kill(getppid(), SIGSTOP))
    case .executable: result(of: executableMemory())
    case .environment: getenv("PATH").map { String(cString: $0) } ?? "no environment"
    case .images: "image \(Self.decoded)"
    case .allocate: result(of: allocate(8 << 30))
    case .loop: loop()
    case .crash: crash()
    case .exit: _exit(7)
    case .garbage: send([UInt8](repeating: 0xFF, count: 64))
    case .flood: flood()
    }
  }

  private func result(of code: Int32) -> String { code < 0 ? "errno \(errno)" : "succeeded" }

  /// Swift has no fork(2); posix_spawn(3) begins with the same system call.
  private func spawn() -> Int32 {
    var child = pid_t()
    errno = posix_spawn(&child, "/bin/true", nil, nil, [nil], nil)
    return errno == 0 ? 0 : -1
  }

  private func executableMemory() -> Int32 {
    mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      == MAP_FAILED ? -1 : 0
  }

  private func allocate(_ count: Int) -> Int32 {
    guard let memory = malloc(count) else { return -1 }
    memset(memory, 1, count)
    return 0
  }

  private func loop() -> String {
    var counter: UInt64 = 0
    while counter < .max { counter &+= counter % 3 == 7 ? 0 : 2 }
    return "\(counter)"
  }

  private func crash() -> String {
    UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = 1
    return "done"
  }

  private func send(_ bytes: [UInt8]) -> String { result(of: Int32(write(3, bytes, bytes.count))) }

  /// An answer that says that it is endless.
  private func flood() -> String {
    var count = Int64.max
    write(3, &count, 8)
    return "done"
  }
}
