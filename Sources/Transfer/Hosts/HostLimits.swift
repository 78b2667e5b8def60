/// How much is borne of a host that puts requests off or does not answer.
package struct HostLimits: Sendable {
  /// Transfers in a row without an answer after which the host is only tried with one at a time.
  package var failures = 8
  /// How many of those single tries fail before the host is given up.
  package var probes = 5
  /// How long a host that does not answer is tried, however many tries fail; zero: `probes` decides.
  package var outage = Duration.zero
  /// How often in a row a host may put requests off before it is given up.
  package var pushBacks = 12
  /// The first pause, where the server names none; each further one may be twice as long.
  package var base = Duration.seconds(1)
  /// No pause of our own choosing is longer.
  package var cap = Duration.seconds(60)
  /// How long a host stays given up; then one transfer may try again.
  package var rest = Duration.seconds(300)

  /// The defaults: a dead host is given up after about half a minute and 13 attempts.
  package init() {}
}
