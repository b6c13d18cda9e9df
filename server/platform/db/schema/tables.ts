import type { Generated } from "kysely";
import type {
  AccountsTable,
  EmailChangesTable,
  EmailTokensTable,
  MembersTable,
  NoticeAddressesTable,
  SessionsTable,
} from "#server/platform/db/schema/accounts.ts";
import type {
  AuditLogTable,
  StatusEventsTable,
  SuspendedSessionsTable,
  SuspensionsTable,
} from "#server/platform/db/schema/admin.ts";
import type {
  AppealsTable,
  CaseEventsTable,
  CaseItemsTable,
  CasesTable,
  DecisionActsTable,
  DecisionsTable,
  MemberNotesTable,
  RestrictionsTable,
} from "#server/platform/db/schema/cases.ts";
import type { DateOutcomesTable } from "#server/platform/db/schema/date-outcomes.ts";
import type {
  DailySetsTable,
  SearchIndexChangesTable,
  SearchIndexTable,
  SearchPreferencesTable,
  SearchResultsTable,
} from "#server/platform/db/schema/discovery.ts";
import type {
  PasskeysTable,
  RecoveryCodesTable,
  TotpSecretsTable,
  WebauthnChallengesTable,
} from "#server/platform/db/schema/factors.ts";
import type {
  FormerAccountsTable,
  IdentitiesTable,
  MemberDevicesTable,
  RetainedBlocksTable,
} from "#server/platform/db/schema/identities.ts";
import type {
  EvidenceImagesTable,
  ImageChecksTable,
  ImageComparisonsTable,
  UnwantedImagesTable,
} from "#server/platform/db/schema/image-checks.ts";
import type { MemberUsageTable, RateLimitsTable, SecurityEventsTable } from "#server/platform/db/schema/limits.ts";
import type { FraudWarningsTable, NoticesTable, ObjectionsTable } from "#server/platform/db/schema/notices.ts";
import type {
  NotificationPreferencesTable,
  NotificationsTable,
  PresenceTable,
  PushSubscriptionsTable,
} from "#server/platform/db/schema/notifications.ts";
import type {
  CheckoutsTable,
  CustomersTable,
  DisputesTable,
  PaymentEventsTable,
  PaymentHoldsTable,
  SubscriptionPaymentsTable,
  SubscriptionsTable,
  TestSessionsTable,
  TestSubscriptionsTable,
  WithdrawalsTable,
} from "#server/platform/db/schema/payments.ts";
import type { ConnectionsTable, ProcessesTable } from "#server/platform/db/schema/processes.ts";
import type {
  PendingUploadsTable,
  PhotosTable,
  ProfileChangesTable,
  ProfilesTable,
} from "#server/platform/db/schema/profiles.ts";
import type {
  ConversationSettingsTable,
  CrushesLastSeenTable,
  CrushReturnCursorTable,
  MessagesTable,
  PassesTable,
  RelationshipSidesView,
  RelationshipsTable,
  WorkoutDatesTable,
} from "#server/platform/db/schema/relationships.ts";
import type {
  RetainedMessagesTable,
  RetainedPhotosTable,
  RetainedProfilesTable,
  RetainedTextsTable,
} from "#server/platform/db/schema/retention.ts";
import type { ReportImagesTable, ReportsTable } from "#server/platform/db/schema/safety.ts";
import type {
  StaffAddressesTable,
  StaffAlertsTable,
  StaffChallengesTable,
  StaffInvitationsTable,
  StaffLooksTable,
  StaffMembersTable,
  StaffPasskeysTable,
  StaffPushSubscriptionsTable,
  StaffSessionsTable,
} from "#server/platform/db/schema/staff.ts";
import type {
  BroadcastRecipientsTable,
  BroadcastsTable,
  ContactAnswersTable,
  ContactMessagesTable,
  ContactThreadsTable,
  NewsletterLinksTable,
  NewsletterSubscribersTable,
} from "#server/platform/db/schema/support.ts";
import type { TrainingTable } from "#server/platform/db/schema/training.ts";
import type {
  DateSharesTable,
  RefusedContactsTable,
  TrustedContactsTable,
} from "#server/platform/db/schema/trusted-contacts.ts";
import type { VerificationRequestsTable } from "#server/platform/db/schema/verification.ts";
import type { LedgerEntriesTable, WalletsTable, WelcomeClaimsTable } from "#server/platform/db/schema/wallet.ts";
import type { WeekComparisonsTable } from "#server/platform/db/schema/week-comparisons.ts";

/** The tables that the migrations create. The `*.member-data.ts` of a domain declare those that it writes. */
export interface Tables {
  audit_log: AuditLogTable;
  status_events: StatusEventsTable;
  suspensions: SuspensionsTable;
  members: MembersTable;
  identities: IdentitiesTable;
  member_devices: MemberDevicesTable;
  former_accounts: FormerAccountsTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  suspended_sessions: SuspendedSessionsTable;
  email_tokens: EmailTokensTable;
  email_changes: EmailChangesTable;
  notice_addresses: NoticeAddressesTable;
  passkeys: PasskeysTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  webauthn_challenges: WebauthnChallengesTable;
  profiles: ProfilesTable;
  profile_changes: ProfileChangesTable;
  photos: PhotosTable;
  notification_preferences: NotificationPreferencesTable;
  push_subscriptions: PushSubscriptionsTable;
  presence: PresenceTable;
  processes: ProcessesTable;
  connections: ConnectionsTable;
  notifications: NotificationsTable;
  wallets: WalletsTable;
  ledger_entries: LedgerEntriesTable;
  welcome_claims: WelcomeClaimsTable;
  search_preferences: SearchPreferencesTable;
  search_index: SearchIndexTable;
  search_index_changes: SearchIndexChangesTable;
  search_results: SearchResultsTable;
  daily_sets: DailySetsTable;
  training: TrainingTable;
  pending_uploads: PendingUploadsTable;
  image_checks: ImageChecksTable;
  evidence_images: EvidenceImagesTable;
  image_comparisons: ImageComparisonsTable;
  unwanted_images: UnwantedImagesTable;
  customers: CustomersTable;
  checkouts: CheckoutsTable;
  subscriptions: SubscriptionsTable;
  subscription_payments: SubscriptionPaymentsTable;
  disputes: DisputesTable;
  payment_holds: PaymentHoldsTable;
  withdrawals: WithdrawalsTable;
  payment_events: PaymentEventsTable;
  /** This table and the next belong to the test payment provider. */
  test_sessions: TestSessionsTable;
  test_subscriptions: TestSubscriptionsTable;
  relationships: RelationshipsTable;
  /** A view of `relationships`. */
  relationship_sides: RelationshipSidesView;
  retained_blocks: RetainedBlocksTable;
  crushes_last_seen: CrushesLastSeenTable;
  crush_return_cursor: CrushReturnCursorTable;
  messages: MessagesTable;
  workout_dates: WorkoutDatesTable;
  trusted_contacts: TrustedContactsTable;
  refused_contacts: RefusedContactsTable;
  date_shares: DateSharesTable;
  date_outcomes: DateOutcomesTable;
  week_comparisons: WeekComparisonsTable;
  passes: PassesTable;
  conversation_settings: ConversationSettingsTable;
  retained_messages: RetainedMessagesTable;
  retained_photos: RetainedPhotosTable;
  retained_texts: RetainedTextsTable;
  retained_profiles: RetainedProfilesTable;
  reports: ReportsTable;
  report_images: ReportImagesTable;
  cases: CasesTable;
  case_items: CaseItemsTable;
  case_events: CaseEventsTable;
  member_notes: MemberNotesTable;
  restrictions: RestrictionsTable;
  decisions: DecisionsTable;
  decision_acts: DecisionActsTable;
  appeals: AppealsTable;
  verification_requests: VerificationRequestsTable;
  contact_threads: ContactThreadsTable;
  contact_answers: ContactAnswersTable;
  contact_messages: ContactMessagesTable;
  fraud_warnings: FraudWarningsTable;
  notices: NoticesTable;
  objections: ObjectionsTable;
  newsletter_subscribers: NewsletterSubscribersTable;
  newsletter_links: NewsletterLinksTable;
  broadcasts: BroadcastsTable;
  broadcast_recipients: BroadcastRecipientsTable;
  rate_limits: RateLimitsTable;
  security_events: SecurityEventsTable;
  member_usage: MemberUsageTable;
  data_copies: DataCopiesTable;
  data_exports: DataExportsTable;
  erasures: ErasuresTable;
  export_links: ExportLinksTable;
  staff_members: StaffMembersTable;
  staff_passkeys: StaffPasskeysTable;
  staff_sessions: StaffSessionsTable;
  staff_invitations: StaffInvitationsTable;
  staff_challenges: StaffChallengesTable;
  staff_looks: StaffLooksTable;
  staff_addresses: StaffAddressesTable;
  staff_push_subscriptions: StaffPushSubscriptionsTable;
  staff_alerts: StaffAlertsTable;
  secrets: SecretsTable;
}

export interface DataExportsTable {
  /** The hash of the single-use token in the link. */
  token_hash: Buffer;
  member_id: string;
  /** The emailed link by which it was asked for. Null for a member who was logged in. */
  link_id: string | null;
  /** The prepared copy; null if the download is written while it is read. */
  copy_id: string | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  finished_at: Date | null;
}

/** The download that a job prepares for a member, or has prepared. */
export interface DataCopiesTable {
  id: string;
  member_id: string;
  /** Names the files. A job that starts again has another one. */
  attempt: string | null;
  percent: Generated<number>;
  /** Null until the copy is ready, as are `bytes`. */
  parts: number | null;
  bytes: number | null;
  asked_at: Generated<Date>;
  /** When the job last came further. */
  active_at: Generated<Date>;
  ready_at: Date | null;
}

/** Deleted accounts whose conversations and other long lists a job still erases. */
export interface ErasuresTable {
  member_id: string;
  /** When a job last came further. */
  active_at: Generated<Date>;
  /** Relationships up to this one are erased. */
  relationships_through: string | null;
}

/** Links that staff email to suspended members. */
export interface ExportLinksTable {
  id: string;
  member_id: string;
  token_hash: Buffer;
  created_at: Generated<Date>;
  /** When a newer link was sent. */
  revoked_at: Date | null;
  downloads: Generated<number>;
}

export interface SecretsTable {
  name: string;
  value: Buffer;
}
