/// The groups in which the overview of help shows the commands, in this order.
enum CommandGroup: String, CaseIterable {
  case mirror, care, remove, look, setup, machines

  /// What its commands are for, in one line.
  var summary: String {
    switch self {
    case .mirror: "Mirror a feed, show what it lists and what is mirrored, repeat it"
    case .care: "Check, repair and copy a mirror, take over files that exist"
    case .remove: "Remove photos from a mirror, and bring them back"
    case .look: "Show a mirror in a browser, write its metadata and packages"
    case .setup: "Show the sites, sign in, check the configuration and this machine"
    case .machines: "Check image files, divide a feed among machines"
    }
  }

  /// The commands of the group that people call, in their order.
  var commands: [CommandName] { CommandName.shown.filter { $0.group == self } }
}

extension CommandName {
  var group: CommandGroup {
    switch self {
    case .sync, .list, .status, .report, .schedule, .watch: .mirror
    case .verify, .repair, .copy, .recover, .adopt, .import, .rename, .thumbnails: .care
    case .forget, .trash, .restore: .remove
    case .gallery, .browse, .export, .bundle: .look
    case .initialize, .providers, .login, .logout, .whoami, .config, .doctor: .setup
    case .check, .thumbnail, .work, .fetch, .catalog, .complete: .machines
    }
  }
}
