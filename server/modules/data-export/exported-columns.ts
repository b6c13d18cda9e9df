/**
 * Every column of the schema: its place in the export if it is personal, or the reason why it is left out. A test
 * compares this with the real schema, so a new column needs an entry.
 */

/** A file of the export, and the path in its JSON; `*` is any item of a list. */
export interface Given {
  readonly file: string;
  /** Any of these. */
  readonly paths: readonly string[];
}

const given = (file: string, ...paths: readonly string[]): Given => ({ file, paths });
const account = (path: string) => given("account.json", path);
const profile = (path: string) => given("profile.json", path);
const message = (path: string) => given("conversations/*.json", `messages.*.${path}`);
const entry = (...paths: readonly string[]) => given("wallet.json", ...paths.map((path) => `history.*.${path}`));
const event = (path: string) => given("sessions.json", `activity.*.${path}`);
const deleted = (path: string) => given("deleted/messages.json", `messages.*.${path}`);
const removed = (path: string) => given("deleted/photos.json", `*.${path}`);
const purchase = (path: string) => given("purchases.json", `*.${path}`);

const ID = "an id means nothing outside";
const SECRET = "a secret, or made of one";
const COMPARED = "the same once more, as it is compared";
const ORDER = "keeps what happens at the same time in order";
const DERIVED = "made of what is given, so that Spotter is quicker";
const DRAWN = "describes a picture that is given as it is";
const PROVIDER = "means something to the payment provider only";
const NOBODY = "about nobody";
const BY_ADDRESS = "an address's, with or without an account: each letter says so, and ends it";
const OPERATORS = "the operator's own record, by ids";
const PASSING = "there for minutes, until one was told";
const ORDER_TOLD = "keeps one from being told twice";
const LIMIT = "counts towards a limit, and ends within a day";
const NEITHER = "keeps two apart without either being told; it tells that an account is another one's, too";
const THEIRS = "about others, or in their words";

export const COLUMNS: Readonly<Record<string, Readonly<Record<string, Given | string>>>> = {
  members: {
    id: ID,
    status: account("status"),
    is_demo: "never a person's",
    joined_at: account("joinedAt"),
    last_active_at: account("lastActiveAt"),
    deleted_at: "whoever has gone downloads nothing",
    read_receipts: account("readReceipts"),
  },
  accounts: {
    member_id: ID,
    email: account("email"),
    email_normalized: COMPARED,
    email_verified_at: account("emailConfirmedAt"),
    password_hash: SECRET,
    date_of_birth: account("dateOfBirth"),
    terms_version: account("termsVersion"),
    terms_accepted_at: account("termsAcceptedAt"),
  },
  identities: {
    member_id: ID,
    kind: account("recognizedBy.*.kind"),
    hash: SECRET,
    created_at: account("recognizedBy.*.since"),
  },
  former_accounts: Object.fromEntries(
    "member_id reason is_banned banned_until kept_until"
      .split(" ")
      .map((column) => [column, "whoever has gone downloads nothing"]),
  ),
  sessions: {
    token_hash: SECRET,
    member_id: ID,
    id: ID,
    device: given("sessions.json", "logins.*.device"),
    is_new_device: given("sessions.json", "logins.*.newDevice"),
    created_at: given("sessions.json", "logins.*.begunAt"),
    last_used_at: given("sessions.json", "logins.*.lastUsedAt"),
  },
  email_tokens: {
    token_hash: SECRET,
    member_id: ID,
    purpose: "a link in a mail, which is with its owner, and ends within a week",
    email_normalized: COMPARED,
    expires_at: "a link in a mail, which is with its owner, and ends within a week",
  },
  email_changes: {
    member_id: ID,
    email: account("newEmail"),
    email_normalized: COMPARED,
    expires_at: account("newEmailUntil"),
  },
  profiles: {
    member_id: ID,
    username: account("username"),
    username_normalized: COMPARED,
    username_skeleton: COMPARED,
    age: profile("age"),
    gender: profile("gender"),
    height_inches: profile("height"),
    body_type: profile("bodyType"),
    location: profile("location"),
    location_type: profile("locationType"),
    h3_cell: profile("coordinates"),
    location_changes_date: profile("placeChangesOn"),
    location_changes_today: profile("placeChanges"),
    bio: profile("bio"),
    interests: profile("interests"),
    looking_for: profile("lookingFor"),
    prompts: profile("prompts"),
    completion: profile("completion"),
    effective_gender: profile("countedGender"),
    effective_age: profile("countedAge"),
    gender_effective_at: profile("genderCountsAt"),
    age_effective_at: profile("ageCountsAt"),
    next_birthday: "follows from the date of birth, which is given",
  },
  profile_changes: {
    id: ID,
    member_id: ID,
    field: profile("changes.*.field"),
    old_value: profile("changes.*.before"),
    new_value: profile("changes.*.after"),
    changed_at: profile("changes.*.changedAt"),
    effective_at: profile("changes.*.countsAt"),
    is_first: "the first of its field without a value before it",
  },
  photos: {
    id: ID,
    member_id: ID,
    position: given("photos.json", "*.position"),
    key: given("photos.json", "*.file"),
    width: given("photos.json", "*.width"),
    height: given("photos.json", "*.height"),
    thumbhash: DRAWN,
    display_mode: given("photos.json", "*.displayMode"),
    alt: given("photos.json", "*.alt"),
    created_at: given("photos.json", "*.addedAt"),
  },
  notification_preferences: {
    member_id: ID,
    disabled_flags: given("notifications.json", "flags"),
    discreet: given("notifications.json", "discreet"),
    low_balance_emailed_at: given("notifications.json", "lowBalanceEmailedAt"),
  },
  push_subscriptions: {
    id: ID,
    member_id: ID,
    session_id: ID,
    endpoint: "means something to the browser's push service only",
    p256dh: SECRET,
    auth: SECRET,
    created_at: given("sessions.json", "pushDevices.*.since"),
  },
  presence: Object.fromEntries("socket_id member_id expires_at".split(" ").map((column) => [column, PASSING])),
  notifications: {
    ...Object.fromEntries(
      "id member_id cause other_id state created_at push_after email_after delivered_via delivered_at"
        .split(" ")
        .map((column) => [column, PASSING]),
    ),
    handled_through: ORDER_TOLD,
    emailed_through: ORDER_TOLD,
  },
  wallets: { id: ID, member_id: ID, balance: given("wallet.json", "balance") },
  ledger_entries: {
    id: ID,
    wallet_id: ID,
    kind: entry("action"),
    change: entry("change"),
    source: entry("item"),
    other_id: entry("recipientName", "senderName"),
    created_at: entry("createdAt"),
  },
  welcome_claims: { hash: SECRET, claimed_at: BY_ADDRESS },
  search_preferences: {
    member_id: ID,
    age_min: given("preferences.json", "ageMin"),
    age_max: given("preferences.json", "ageMax"),
    distance: given("preferences.json", "distance"),
    gender: given("preferences.json", "gender"),
    looking_for: given("preferences.json", "lookingFor"),
    interests: given("preferences.json", "interests"),
    height_min: given("preferences.json", "heightMin"),
    height_max: given("preferences.json", "heightMax"),
  },
  search_index: Object.fromEntries(
    "member_id area h3_cell x y z gender age height looking_for interests want_gender want_age_min want_age_max is_demo active_on"
      .split(" ")
      .map((column) => [column, DERIVED]),
  ),
  search_results: {
    id: ID,
    viewer_id: ID,
    query_hash: DERIVED,
    member_ids: DERIVED,
    created_at: DERIVED,
    used_at: DERIVED,
  },
  pending_uploads: { key: NOBODY, created_at: NOBODY, is_expired: NOBODY },
  customers: { member_id: ID, provider_id: PROVIDER },
  checkouts: {
    id: ID,
    wallet_id: ID,
    kind: purchase("kind"),
    package_id: purchase("package"),
    crushes: purchase("crushes"),
    amount_cents: purchase("amountCents"),
    session_id: PROVIDER,
    url: PROVIDER,
    state: purchase("state"),
    payment_id: PROVIDER,
    refunded_cents: purchase("paidBackInCents"),
    credits_due_back: "becomes an entry of the wallet's history",
    credits_clawed_back: "is an entry of the wallet's history",
    request_seq: ORDER,
    applied_seq: ORDER,
    created_at: purchase("begunAt"),
    granted_at: purchase("paidAt"),
    last_checked_at: "when the payment provider was asked",
    buyer_returned_at: purchase("returnedAt"),
    notified_at: purchase("toldAt"),
  },
  subscriptions: {
    provider_id: PROVIDER,
    member_id: ID,
    status: given("subscription.json", "*.status"),
    is_active: given("subscription.json", "*.isActive"),
    period_end: given("subscription.json", "*.periodEnd"),
    cancel_at_period_end: given("subscription.json", "*.ends"),
    unpaid_since: given("subscription.json", "*.unpaidSince"),
    is_terminated: given("subscription.json", "*.isOver"),
    request_seq: ORDER,
    applied_seq: ORDER,
    synced_at: "when the payment provider was asked",
    last_checked_at: "when the payment provider was asked",
  },
  subscription_payments: Object.fromEntries(
    "payment_id subscription_id request_seq applied_seq created_at last_checked_at"
      .split(" ")
      .map((column) => [column, PROVIDER]),
  ),
  disputes: {
    payment_id: PROVIDER,
    member_id: ID,
    kind: given("disputes.json", "*.kind"),
    state: given("disputes.json", "*.state"),
    opened_at: given("disputes.json", "*.openedAt"),
    closed_at: given("disputes.json", "*.closedAt"),
    resolved_at: OPERATORS,
  },
  payment_holds: { member_id: ID, payment_id: PROVIDER },
  payment_events: Object.fromEntries(
    "id type subject received_at claimed_at attempts handled_at".split(" ").map((column) => [column, PROVIDER]),
  ),
  test_sessions: Object.fromEntries(
    "id reference name amount_cents monthly state success_url cancel_url created_at"
      .split(" ")
      .map((column) => [column, "stands in for the payment provider"]),
  ),
  test_subscriptions: Object.fromEntries(
    "id reference cancel_at_period_end ends_at began_at"
      .split(" ")
      .map((column) => [column, "stands in for the payment provider"]),
  ),
  relationships: {
    id: ID,
    member_a_id: given("matches.json", "*.with"),
    member_b_id: given("matches.json", "*.with"),
    a_crushed_at: given("crushes.json", "sent.*.at", "received.*.at"),
    b_crushed_at: given("crushes.json", "sent.*.at", "received.*.at"),
    matched_at: given("matches.json", "*.at"),
    ended_at: "matches.json and the conversation say that it is over; when, and by whom, is nobody's to know",
    last_sequence: ORDER,
    revision: ORDER,
    a_read_at: given("conversations/*.json", "readUpTo"),
    b_read_at: given("conversations/*.json", "readUpTo"),
    a_receipt_at: "what of that the other one was told, which is no later",
    b_receipt_at: "what of that the other one was told, which is no later",
    a_blocked_at: given("blocked.json", "*.at"),
    b_blocked_at: given("blocked.json", "*.at"),
    a_block_listed: "whether blocked.json has it: somebody who was not visible is not listed there",
    b_block_listed: "whether blocked.json has it: somebody who was not visible is not listed there",
    a_block_inherited: NEITHER,
    b_block_inherited: NEITHER,
    orphaned_at: THEIRS,
    run_by_a: LIMIT,
    run_length: LIMIT,
    run_last_at: LIMIT,
  },
  retained_blocks: {
    blocker_id: ID,
    blocked_id: ID,
    inherited: NEITHER,
    listed: "whether blocked.json has it: somebody who was not visible is not listed there",
    kept_until: given("blocked.json", "*.keptUntil"),
  },
  crushes_last_seen: { member_id: ID, seen_at: given("crushes.json", "lastLookedAt") },
  messages: {
    id: ID,
    relationship_id: ID,
    sequence: "they stand in this order",
    revision: ORDER,
    sender_id: message("from"),
    client_id: ID,
    kind: message("kind"),
    content: message("text"),
    created_at: message("sentAt"),
    read_at: "of what one received it is readAt; of what one sent that is only what one was told",
    receipt_at: message("readAt"),
    deleted_at: "stands with what is kept of a deleted message",
    attachment_key: message("picture"),
    width: DRAWN,
    height: DRAWN,
    thumbhash: DRAWN,
  },
  retained_messages: {
    message_id: ID,
    content: deleted("text"),
    attachment_key: deleted("picture"),
    width: DRAWN,
    height: DRAWN,
    thumbhash: DRAWN,
    purge_after: deleted("keptUntil"),
  },
  retained_photos: {
    key: removed("file"),
    photo_id: ID,
    member_id: ID,
    width: removed("width"),
    height: removed("height"),
    thumbhash: DRAWN,
    alt: removed("alt"),
    removed_at: removed("removedAt"),
    purge_after: removed("keptUntil"),
  },
  retained_profiles: Object.fromEntries(
    "member_id username age gender location bio prompts interests looking_for purge_after"
      .split(" ")
      .map((column) => [column, "whoever has gone downloads nothing"]),
  ),
  reports: {
    id: ID,
    reporter_id: ID,
    reported_id: given("reports.json", "*.about"),
    reason: given("reports.json", "*.reason"),
    details: given("reports.json", "*.details"),
    message_id: ID,
    evidence: THEIRS,
    created_at: given("reports.json", "*.at"),
    resolved_at: OPERATORS,
    resolution: OPERATORS,
  },
  suspensions: Object.fromEntries(
    "member_id previous_status starts_at ends_at member_message"
      .split(" ")
      .map((column) => [column, "whoever is suspended is told so, and logs in nowhere to download anything"]),
  ),
  suspended_sessions: { token_hash: SECRET, member_id: ID },
  audit_log: Object.fromEntries(
    "id occurred_at actor acting_as action target reason details idempotency_key"
      .split(" ")
      .map((column) => [column, OPERATORS]),
  ),
  report_images: { key: THEIRS, report_id: ID, caption: THEIRS },
  contact_messages: {
    id: ID,
    client_id: ID,
    member_id: ID,
    name: given("contact-messages.json", "*.name"),
    email: given("contact-messages.json", "*.email"),
    subject: given("contact-messages.json", "*.subject"),
    message: given("contact-messages.json", "*.message"),
    is_honeypot_hit: "what a machine has sent is nobody's",
    created_at: given("contact-messages.json", "*.sentAt"),
    queued_at: "when its mail was last tried",
    mailed_at: "when its mail went out",
    resolved_at: given("contact-messages.json", "*.resolvedAt"),
  },
  newsletter_subscribers: Object.fromEntries(
    "id email email_normalized state since unsubscribe_hash".split(" ").map((column) => [column, BY_ADDRESS]),
  ),
  newsletter_links: { token_hash: SECRET, subscriber_id: ID, expires_at: BY_ADDRESS },
  broadcasts: Object.fromEntries(
    "id subject body created_at members_queued_up_to subscribers_queued_up_to queued_at"
      .split(" ")
      .map((column) => [column, NOBODY]),
  ),
  broadcast_recipients: { broadcast_id: ID, address_hash: SECRET, job_id: ID },
  rate_limits: { key: SECRET, count: NOBODY, ends_at: NOBODY },
  member_usage: Object.fromEntries("member_id kind count people ends_at".split(" ").map((column) => [column, LIMIT])),
  security_events: {
    id: ID,
    occurred_at: event("at"),
    last_occurred_at: event("lastAt"),
    count: event("count"),
    coalesce_key: SECRET,
    kind: event("kind"),
    outcome: event("outcome"),
    member_id: ID,
    subject_hash: SECRET,
    network_hash: SECRET,
    device: event("device"),
    details: OPERATORS,
  },
  data_exports: {
    token_hash: SECRET,
    member_id: ID,
    created_at: given("sessions.json", "downloads.*.askedAt"),
    started_at: given("sessions.json", "downloads.*.begunAt"),
    finished_at: given("sessions.json", "downloads.*.endedAt"),
  },
  secrets: { name: NOBODY, value: SECRET },
};
