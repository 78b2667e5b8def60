import Glibc

/// A date and a time of day, as tm(3type) has them.
package struct CalendarTime: Sendable, Hashable {
  /// Whose days and hours they are.
  package enum Zone: Sendable {
    case utc
    /// The time zone of this machine.
    case local
  }

  /// The parts from the year on: month and day from 1.
  package let (year, month, day, hour, minute, second): (Int, Int, Int, Int, Int, Int)

  /// Parts may be outside of their ranges: the 32nd is the first of the next month.
  package init(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// - Parameter seconds: Since 1970, within the years that 32 bits can count.
  package init(seconds: Int64, in zone: Zone = .utc) {
    // A tm has a pointer to the name of its zone, which nobody reads.
    unsafe self.init(Self.parts(of: time_t(seconds), zone))
  }

  private init(_ parts: tm) {
    unsafe self.init(
      Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour),
      Int(parts.tm_min), Int(parts.tm_sec))
  }

  private static func parts(of seconds: time_t, _ zone: Zone) -> tm {
    var (seconds, parts) = unsafe (seconds, tm())
    switch zone {
    case .utc: _ = unsafe gmtime_r(&seconds, &parts)
    case .local: _ = unsafe localtime_r(&seconds, &parts)
    }
    return unsafe parts
  }

  /// Seconds since 1970; -1 also if they cannot be counted.
  package func seconds(in zone: Zone = .utc) -> Int64 {
    var parts = unsafe tm()
    unsafe parts.tm_year = Int32(clamping: year - 1900)
    unsafe (parts.tm_mon, parts.tm_mday) = (Int32(clamping: month - 1), Int32(clamping: day))
    unsafe (parts.tm_hour, parts.tm_min) = (Int32(clamping: hour), Int32(clamping: minute))
    unsafe (parts.tm_sec, parts.tm_isdst) = (Int32(clamping: second), -1)
    return switch zone {
    case .utc: unsafe Int64(timegm(&parts))
    case .local: unsafe Int64(mktime(&parts))
    }
  }
}
