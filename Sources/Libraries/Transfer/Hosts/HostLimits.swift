/// Limits for a host that pushes requests back or does not answer.
package struct HostLimits: Sendable {
  /// Consecutive transfers without an answer after which the host is tried by one transfer at a
  /// time.
  package var failures = 8
  /// How many of those single tries fail before the host is given up.
  package var probes = 5
  /// How long a host that does not answer, or gives nothing but server errors, is tried, however many tries fail;
  /// zero: `probes` decides.
  package var outage = Duration.zero
  /// Files in a row with server errors by which a host that has answered gives nothing else.
  package var errors = 3
  /// Consecutive responses that miss their deadlines after which the host is given up.
  package var overdue = 8
  /// Consecutive push-backs after which the host is given up, but not before `outage`.
  package var pushBacks = 12
  /// The first pause if the server names none; each further one may be twice as long.
  package var base = Duration.seconds(1)
  /// Limit for pauses that the server does not name.
  package var cap = Duration.seconds(60)
  /// How long a host stays given up; after that one transfer tries it.
  package var rest = Duration.seconds(300)

  /// The defaults: a host without answers is given up after about half a minute and 13 attempts.
  package init() {}
}
