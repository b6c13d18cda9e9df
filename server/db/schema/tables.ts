import type { Generated, Insertable, Selectable } from "kysely";
import type { AuditLogTable, Resolution, SuspendedSessionsTable, SuspensionsTable } from "#server/db/schema/admin.ts";
import type { FormerAccountsTable, IdentitiesTable, RetainedBlocksTable } from "#server/db/schema/identities.ts";
import type {
  NotificationPreferencesTable,
  NotificationsTable,
  PresenceTable,
  PushSubscriptionsTable,
} from "#server/db/schema/notifications.ts";
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
} from "#server/db/schema/payments.ts";
import type { RetainedMessagesTable, RetainedPhotosTable, RetainedProfilesTable } from "#server/db/schema/retention.ts";
import type {
  BroadcastRecipientsTable,
  BroadcastsTable,
  ContactMessagesTable,
  NewsletterLinksTable,
  NewsletterSubscribersTable,
} from "#server/db/schema/support.ts";

/** The tables as the migrations make them. Each is written by one module, named beside it. */
export interface Tables {
  audit_log: AuditLogTable; // operator
  suspensions: SuspensionsTable; // members
  members: MembersTable; // accounts
  identities: IdentitiesTable; // identities
  former_accounts: FormerAccountsTable; // identities
  accounts: AccountsTable; // accounts
  sessions: SessionsTable; // accounts
  suspended_sessions: SuspendedSessionsTable; // accounts
  email_tokens: EmailTokensTable; // accounts
  email_changes: EmailChangesTable; // accounts
  profiles: ProfilesTable; // profiles
  profile_changes: ProfileChangesTable; // profiles
  photos: PhotosTable; // profiles
  notification_preferences: NotificationPreferencesTable; // notifications
  push_subscriptions: PushSubscriptionsTable; // notifications
  presence: PresenceTable; // notifications
  notifications: NotificationsTable; // notifications
  wallets: WalletsTable; // wallet
  ledger_entries: LedgerEntriesTable; // wallet
  welcome_claims: WelcomeClaimsTable; // wallet
  search_preferences: SearchPreferencesTable; // discovery
  search_index: SearchIndexTable; // discovery
  search_results: SearchResultsTable; // discovery
  pending_uploads: PendingUploadsTable; // pictures
  customers: CustomersTable; // payments
  checkouts: CheckoutsTable; // payments
  subscriptions: SubscriptionsTable; // payments
  subscription_payments: SubscriptionPaymentsTable; // payments
  disputes: DisputesTable; // payments
  payment_holds: PaymentHoldsTable; // payments
  payment_events: PaymentEventsTable; // payments
  test_sessions: TestSessionsTable; // the test provider
  test_subscriptions: TestSubscriptionsTable; // the test provider
  relationships: RelationshipsTable; // relationships
  relationship_sides: RelationshipSidesView; // a view of relationships
  retained_blocks: RetainedBlocksTable; // relationships
  crushes_last_seen: CrushesLastSeenTable; // crushes
  messages: MessagesTable; // messages
  retained_messages: RetainedMessagesTable; // retention
  retained_photos: RetainedPhotosTable; // retention
  retained_profiles: RetainedProfilesTable; // retention
  reports: ReportsTable; // safety
  report_images: ReportImagesTable; // safety
  contact_messages: ContactMessagesTable; // support
  newsletter_subscribers: NewsletterSubscribersTable; // support
  newsletter_links: NewsletterLinksTable; // support
  broadcasts: BroadcastsTable; // support
  broadcast_recipients: BroadcastRecipientsTable; // support
  rate_limits: RateLimitsTable; // rate-limits
  security_events: SecurityEventsTable; // security-events
  member_usage: MemberUsageTable; // member-limits
  data_exports: DataExportsTable; // leaving
  secrets: SecretsTable; // db
}

export type MemberStatus = "active" | "hidden" | "suspended" | "deleted";

interface MembersTable {
  id: string;
  status: Generated<MemberStatus>;
  is_demo: Generated<boolean>;
  /** Whether others learn what one has read; they do where they have it on, too. */
  read_receipts: Generated<boolean>;
  joined_at: Generated<Date>;
  last_active_at: Generated<Date>;
  /** When the account was deleted: of such a one nothing else is left. */
  deleted_at: Date | null;
}

interface AccountsTable {
  member_id: string;
  email: string;
  email_normalized: string;
  email_verified_at: Date | null;
  password_hash: string;
  date_of_birth: string;
  /** Which terms were agreed to, and when; of accounts from before that was stored, and demo members, unknown. */
  terms_version: string | null;
  terms_accepted_at: Date | null;
}

interface SessionsTable {
  token_hash: Buffer;
  member_id: string;
  /** What its owner calls it by; the hash is told nobody. */
  id: string;
  /** In words: 'Chrome on Android'. */
  device: string;
  /** Whether the device had no valid device cookie of the member when it logged in. */
  is_new_device: Generated<boolean>;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
}

interface EmailTokensTable {
  token_hash: Buffer;
  member_id: string;
  purpose: "reset" | "verify" | "change";
  /** The address it was sent to, which must still be the member's; or, to change it, the one that it shall become. */
  email_normalized: string;
  expires_at: Date;
}

/** Addresses that members want instead of theirs, until they are confirmed, taken back or forgotten. */
interface EmailChangesTable {
  member_id: string;
  email: string;
  email_normalized: string;
  expires_at: Date;
}

interface ProfilesTable {
  member_id: string;
  username: string;
  username_normalized: string;
  /** What the name looks like, once each; null where an earlier member's looks the same, from before that was refused. */
  username_skeleton: string | null;
  age: number | null;
  gender: string | null;
  height_inches: number | null;
  body_type: string | null;
  location: Generated<string>;
  location_type: Generated<"manual" | "device">;
  /** The H3 cell one is in; never a point. */
  h3_cell: string | null;
  location_changes_date: string | null;
  location_changes_today: Generated<number>;
  bio: Generated<string>;
  interests: Generated<string[]>;
  looking_for: string | null;
  prompts: Generated<{ question: string; answer: string }[]>;
  completion: Generated<number>;
  /** The gender and age that count for who sees whom. A change of those that are shown counts a day later. */
  effective_gender: string | null;
  effective_age: number | null;
  /** When the shown ones will count, where they differ. */
  gender_effective_at: Date | null;
  age_effective_at: Date | null;
  /** When the age goes up next, a day in UTC. */
  next_birthday: string | null;
}

/** The history of a member's gender and age. */
interface ProfileChangesTable {
  id: string;
  member_id: string;
  field: "age" | "gender";
  old_value: string | null;
  new_value: string | null;
  changed_at: Date;
  /** When it counts for who sees whom. */
  effective_at: Date;
  /** The first choice, which counted at once and is no change. */
  is_first: Generated<boolean>;
}

interface PhotosTable {
  id: string;
  member_id: string;
  position: number;
  /** Names its files; 128 random bits. */
  key: string;
  width: number;
  height: number;
  thumbhash: string;
  display_mode: Generated<"contain" | "cover">;
  alt: Generated<string>;
  created_at: Generated<Date>;
}

interface WalletsTable {
  id: string;
  member_id: string | null;
  balance: Generated<number>;
}

/** An address that has had its free crushes. */
interface WelcomeClaimsTable {
  /** A keyed hash of it. */
  hash: Buffer;
  claimed_at: Generated<Date>;
}

export type LedgerKind = "sent" | "received" | "purchased" | "bonus" | "refund";

interface LedgerEntriesTable {
  id: string;
  wallet_id: string;
  kind: LedgerKind;
  change: number;
  /** What it is for; with wallet and kind it is unique, so nothing is booked twice. */
  source: string;
  /** The other member of a crush. */
  other_id: string | null;
  created_at: Generated<Date>;
}

interface SearchPreferencesTable {
  member_id: string;
  age_min: Generated<number>;
  age_max: Generated<number>;
  distance: Generated<number>;
  gender: Generated<string[]>;
  looking_for: Generated<string[]>;
  interests: Generated<string[]>;
  height_min: Generated<number | null>;
  height_max: Generated<number | null>;
}

/** Members who can be discovered. Lists are numbers here: see `discovery/browse.codes.ts`. */
interface CrushesLastSeenTable {
  member_id: string;
  seen_at: Date;
}

interface PendingUploadsTable {
  key: string;
  created_at: Generated<Date>;
  /** Given up: its files go. */
  is_expired: boolean;
}

interface SearchIndexTable {
  member_id: string;
  /** The cell's parent of resolution 4, about 1,800 km². */
  area: string | null;
  h3_cell: string | null;
  /** The cell's centre, on a sphere of radius 1. */
  x: number | null;
  y: number | null;
  z: number | null;
  gender: number;
  age: number | null;
  height: number | null;
  looking_for: number;
  interests: number;
  want_gender: number;
  want_age_min: number;
  want_age_max: number;
  is_demo: boolean;
  active_on: string;
}

interface SearchResultsTable {
  id: string;
  viewer_id: string;
  /** A hash of what was asked. */
  query_hash: string;
  member_ids: string[];
  created_at: Generated<Date>;
  /** About when a page of it was last asked for. */
  used_at: Generated<Date>;
}

/** Two members are one row, the lower id first. Only the module relationships reads it; others read `relationship_sides`. */
interface RelationshipsTable {
  id: string;
  member_a_id: string;
  member_b_id: string;
  a_crushed_at: Date | null;
  b_crushed_at: Date | null;
  matched_at: Date | null;
  ended_at: Date | null;
  last_sequence: Generated<number>;
  revision: Generated<number>;
  a_read_at: Date | null;
  b_read_at: Date | null;
  /** The last of these times that the other side was told. */
  a_receipt_at: Date | null;
  b_receipt_at: Date | null;
  a_blocked_at: Date | null;
  b_blocked_at: Date | null;
  /** Whether the member who blocked is shown the block: the other was visible to them, or became so. */
  a_block_listed: Generated<boolean>;
  b_block_listed: Generated<boolean>;
  /** The block was taken over from another account of the same person: neither side is told of it. */
  a_block_inherited: Generated<boolean>;
  b_block_inherited: Generated<boolean>;
  /** When one of the two deleted their account while the match stood: what the other wrote can still be read. */
  orphaned_at: Date | null;
  /** Whether the lower id has sent the last message; null before the first. */
  run_by_a: boolean | null;
  /** How many messages that side has sent in a row, and when the last one. A day after it the count begins anew. */
  run_length: Generated<number>;
  run_last_at: Date | null;
}

/**
 * Each relationship twice, once from either member's side: `member_id` is "I" and `other_id` is "they". There is no row for
 * two members between whom nothing ever happened.
 */
interface RelationshipSidesView {
  relationship_id: string;
  member_id: string;
  other_id: string;
  i_crushed_at: Date | null;
  they_crushed_at: Date | null;
  /** Either has sent the other a crush, whether or not contact has ended since. */
  has_crush: boolean;
  matched_at: Date | null;
  /** When either unmatched, blocked or deleted their account. */
  ended_at: Date | null;
  /** When one of the two deleted their account while matched: the other can still read the conversation. */
  orphaned_at: Date | null;
  i_blocked_at: Date | null;
  they_blocked_at: Date | null;
  /** My block is in my list of blocked members: the other was visible to me, or has become so. */
  is_my_block_listed: boolean;
  /** My block was taken over from another account of the same person: I do not know of it. */
  is_my_block_inherited: boolean;
  /** Contact has not ended and neither has blocked the other. Whether they have a crush or a match is another question. */
  is_open: boolean;
  /** A match, and it is open: both may write. */
  is_matched: boolean;
  /** The conversation can be read: matched, or matched until the other deleted their account. */
  is_readable: boolean;
  my_read_at: Date | null;
  their_read_at: Date | null;
  /** The last of these times that the other side was sent. */
  my_receipt_at: Date | null;
  their_receipt_at: Date | null;
  /** The last messages in a row are mine; null before the first message. */
  is_my_run: boolean | null;
  run_length: number;
  run_last_at: Date | null;
  revision: number;
  last_sequence: number;
}

interface MessagesTable {
  id: string;
  relationship_id: string;
  sequence: number;
  /** The relationship's revision when the message was sent, or deleted. */
  revision: number;
  sender_id: string;
  client_id: string | null;
  kind: Generated<"text" | "image">;
  content: string;
  created_at: Generated<Date>;
  read_at: Date | null;
  /** When its sender was told that it is read. */
  receipt_at: Date | null;
  deleted_at: Date | null;
  /** Names the files of an image, as do its size in pixels and its thumbhash; null once it is deleted. */
  attachment_key: string | null;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
}

interface ReportsTable {
  id: string;
  reporter_id: string;
  reported_id: string;
  reason: string;
  details: string;
  /** The message that it is about, if it is about one. */
  message_id: string | null;
  /** What was shown and written when it was reported: JSON. */
  evidence: string;
  created_at: Generated<Date>;
  /** When an operator was done with it, and what they did. */
  resolved_at: Date | null;
  resolution: Resolution | null;
}

interface ReportImagesTable {
  /** Names the files of a copy. */
  key: string;
  report_id: string;
  /** What it is a copy of, for people. */
  caption: string;
}

interface DataExportsTable {
  /** Of the token in the link, which works once. */
  token_hash: Buffer;
  member_id: string;
  created_at: Generated<Date>;
  started_at: Date | null;
  finished_at: Date | null;
}

/** How often something was counted in the window that ends at `ends_at`. */
interface RateLimitsTable {
  /** A keyed hash. */
  key: Buffer;
  count: number;
  ends_at: Date;
}

/** What a member did in the window that ends at `ends_at`, for the limits that each member has. */
interface MemberUsageTable {
  member_id: string;
  kind: string;
  count: Generated<number>;
  /** Of whom, where the same person counts once: keyed hashes of 8 bytes each. */
  people: Generated<Buffer>;
  ends_at: Date;
}

interface SecurityEventsTable {
  id: string;
  /** The first of `count` times. */
  occurred_at: Generated<Date>;
  last_occurred_at: Generated<Date>;
  count: Generated<number>;
  /** A keyed hash of all that makes two events the same; null in rows from before there was one. */
  coalesce_key: Buffer | null;
  kind: string;
  outcome: string;
  /** Without a reference: an event outlives the account. */
  member_id: string | null;
  /** Keyed hashes of what was tried, and of where from. */
  subject_hash: Buffer | null;
  network_hash: Buffer | null;
  device: Generated<string>;
  /** JSON. */
  details: string;
}

interface SecretsTable {
  name: string;
  value: Buffer;
}

export type Profile = Selectable<ProfilesTable>;
export type PhotoRow = Selectable<PhotosTable>;
export type NewPhoto = Insertable<PhotosTable>;
export type MatchFilters = Selectable<SearchPreferencesTable>;
export type BrowseRow = Selectable<SearchIndexTable>;
export type RelationshipSide = Selectable<RelationshipSidesView>;
export type MessageRow = Selectable<MessagesTable>;
export type NewSecurityEvent = Insertable<SecurityEventsTable>;
export type LedgerEntry = Selectable<LedgerEntriesTable>;
export type NewLedgerEntry = Insertable<LedgerEntriesTable>;
