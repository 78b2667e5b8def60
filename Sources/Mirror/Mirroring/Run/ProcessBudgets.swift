import Locking
import MirrorCore

/// The call budgets of the runs of this process: mirrors that share a key have catalogs of their own, and a run
/// of one must know the calls that a run of another made just before.
enum ProcessBudgets {
  private static let budgets = Locked<[CallAccount: CallBudget]>([:])

  static func note(_ budget: CallBudget, of account: CallAccount) {
    budgets.withLock { $0[account] = budget }
  }

  /// The later of the budget that a catalog remembers and that of this process.
  static func latest(of account: CallAccount, _ remembered: CallBudget?) -> CallBudget? {
    guard let noted = budgets.withLock({ $0[account] }) else { return remembered }
    guard let remembered, remembered.time > noted.time else { return noted }
    return remembered
  }
}
