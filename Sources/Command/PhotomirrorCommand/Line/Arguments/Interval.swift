/// How often a timer runs a mirror.
enum Interval: String, CaseIterable, Sendable {
  case hourly, daily, weekly
}
