extension CommandName {
  /// The commands that people call.
  static let shown = allCases.filter { !$0.type.text.isInternal }

  var type: any Command.Type {
    switch self {
    case .sync: SyncCommand.self
    case .import: ImportCommand.self
    case .list: ListCommand.self
    case .fetch: FetchCommand.self
    case .work: WorkCommand.self
    case .status: StatusCommand.self
    case .report: ReportCommand.self
    case .verify: VerifyCommand.self
    case .repair: RepairCommand.self
    case .copy: CopyCommand.self
    case .bundle: BundleCommand.self
    case .recover: RecoverCommand.self
    case .adopt: AdoptCommand.self
    case .trash: TrashCommand.self
    case .restore: RestoreCommand.self
    case .forget: ForgetCommand.self
    case .rename: RenameCommand.self
    case .thumbnails: ThumbnailsCommand.self
    case .export: ExportCommand.self
    case .gallery: GalleryCommand.self
    case .browse: BrowseCommand.self
    case .catalog: CatalogCommand.self
    case .initialize: InitCommand.self
    case .schedule: ScheduleCommand.self
    case .watch: WatchCommand.self
    case .config: ConfigCommand.self
    case .doctor: DoctorCommand.self
    case .providers: ProvidersCommand.self
    case .login: LoginCommand.self
    case .logout: LogoutCommand.self
    case .whoami: WhoamiCommand.self
    case .check: CheckCommand.self
    case .thumbnail: ThumbnailCommand.self
    case .complete: CompleteCommand.self
    }
  }
}
