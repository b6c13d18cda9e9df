/**
 * Every column of the schema: where in a download it is, if it is personal, or why it is not there. A test reads the real
 * schema, so a column that is added has to be decided upon here.
 */

/** A file of the download, and where in its JSON; `*` is any item of a list. */
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
    standing: account("standing"),
    is_demo: "never a person's",
    joined_at: account("joinedAt"),
    last_active_at: account("lastActiveAt"),
    gone_at: "whoever has gone downloads nothing",
    read_receipts: account("readReceipts"),
  },
  accounts: {
    member_id: ID,
    email: account("email"),
    email_key: COMPARED,
    email_verified_at: account("emailConfirmedAt"),
    password_hash: SECRET,
    born: account("dateOfBirth"),
    terms_version: account("termsVersion"),
    terms_accepted_at: account("termsAcceptedAt"),
  },
  identities: {
    member_id: ID,
    kind: account("recognizedBy.*.kind"),
    hash: SECRET,
    since: account("recognizedBy.*.since"),
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
  account_links: {
    token_hash: SECRET,
    member_id: ID,
    purpose: "a link in a mail, which is with its owner, and ends within a week",
    email_key: COMPARED,
    expires_at: "a link in a mail, which is with its owner, and ends within a week",
  },
  email_changes: {
    member_id: ID,
    email: account("newEmail"),
    email_key: COMPARED,
    expires_at: account("newEmailUntil"),
  },
  profiles: {
    member_id: ID,
    username: account("username"),
    username_key: COMPARED,
    username_skeleton: COMPARED,
    age: profile("age"),
    gender: profile("gender"),
    height_inches: profile("height"),
    body_type: profile("bodyType"),
    location: profile("location"),
    location_type: profile("locationType"),
    cell: profile("coordinates"),
    place_changes_on: profile("placeChangesOn"),
    place_changes: profile("placeChanges"),
    bio: profile("bio"),
    interests: profile("interests"),
    looking_for: profile("lookingFor"),
    prompts: profile("prompts"),
    completion: profile("completion"),
    counted_gender: profile("countedGender"),
    counted_age: profile("countedAge"),
    gender_counts_at: profile("genderCountsAt"),
    age_counts_at: profile("ageCountsAt"),
    next_birthday: "follows from the date of birth, which is given",
  },
  profile_changes: {
    id: ID,
    member_id: ID,
    field: profile("changes.*.field"),
    before: profile("changes.*.before"),
    after: profile("changes.*.after"),
    changed_at: profile("changes.*.changedAt"),
    counts_at: profile("changes.*.countsAt"),
    is_first: "the first of its field without a value before it",
  },
  photos: {
    id: ID,
    member_id: ID,
    position: given("photos.json", "*.position"),
    key: given("photos.json", "*.file"),
    width: given("photos.json", "*.width"),
    height: given("photos.json", "*.height"),
    blur: DRAWN,
    display_mode: given("photos.json", "*.displayMode"),
    alt: given("photos.json", "*.alt"),
    created_at: given("photos.json", "*.addedAt"),
  },
  notification_preferences: {
    member_id: ID,
    email_enabled: given("notifications.json", "emailEnabled"),
    crush_received: given("notifications.json", "crushReceived"),
    new_message: given("notifications.json", "newMessage"),
    new_match: given("notifications.json", "newMatch"),
    low_crush_balance: given("notifications.json", "lowCrushBalance"),
    marketing: given("notifications.json", "marketing"),
    discreet: given("notifications.json", "discreet"),
    low_balance_mailed_at: given("notifications.json", "lowBalanceMailedAt"),
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
  looks: Object.fromEntries("socket_id member_id until".split(" ").map((column) => [column, PASSING])),
  notices: Object.fromEntries("id member_id kind other_id created_at".split(" ").map((column) => [column, PASSING])),
  conversation_notices: Object.fromEntries(
    "pair_id member_id pushed_seq mailed_seq".split(" ").map((column) => [column, ORDER_TOLD]),
  ),
  sweeps: { name: NOBODY, upto: NOBODY },
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
  match_filters: {
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
  browse: Object.fromEntries(
    "member_id area cell x y z gender age height looking_for interests want_gender want_age_min want_age_max is_demo active_on"
      .split(" ")
      .map((column) => [column, DERIVED]),
  ),
  browse_results: { id: ID, viewer_id: ID, question: DERIVED, ids: DERIVED, made_at: DERIVED, used_at: DERIVED },
  unclaimed_pictures: { key: NOBODY, since: NOBODY, doomed: NOBODY },
  customers: { member_id: ID, provider_id: PROVIDER },
  checkouts: {
    id: ID,
    wallet_id: ID,
    kind: purchase("kind"),
    pack_id: purchase("pack"),
    crushes: purchase("crushes"),
    amount: purchase("amountInCents"),
    session_id: PROVIDER,
    url: PROVIDER,
    state: purchase("state"),
    payment_id: PROVIDER,
    paid_back: purchase("paidBackInCents"),
    owed: "becomes an entry of the wallet's history",
    taken: "is an entry of the wallet's history",
    asked: ORDER,
    heard: ORDER,
    created_at: purchase("begunAt"),
    granted_at: purchase("paidAt"),
    looked_at: "when the payment provider was asked",
    returned_at: purchase("returnedAt"),
    told_at: purchase("toldAt"),
  },
  memberships: {
    provider_id: PROVIDER,
    member_id: ID,
    status: given("membership.json", "*.status"),
    is_active: given("membership.json", "*.isActive"),
    period_end: given("membership.json", "*.periodEnd"),
    ends: given("membership.json", "*.ends"),
    unpaid_since: given("membership.json", "*.unpaidSince"),
    is_over: given("membership.json", "*.isOver"),
    asked: ORDER,
    heard: ORDER,
    heard_at: "when the payment provider was asked",
    looked_at: "when the payment provider was asked",
  },
  membership_payments: Object.fromEntries(
    "payment_id membership_id asked heard since looked_at".split(" ").map((column) => [column, PROVIDER]),
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
  provider_events: Object.fromEntries(
    "id type subject received_at claimed_at attempts handled_at".split(" ").map((column) => [column, PROVIDER]),
  ),
  test_sessions: Object.fromEntries(
    "id reference name amount monthly state success_url cancel_url created_at"
      .split(" ")
      .map((column) => [column, "stands in for the payment provider"]),
  ),
  test_subscriptions: Object.fromEntries(
    "id reference ends ends_at began_at".split(" ").map((column) => [column, "stands in for the payment provider"]),
  ),
  pairs: {
    id: ID,
    low_id: given("matches.json", "*.with"),
    high_id: given("matches.json", "*.with"),
    low_crushed_at: given("crushes.json", "sent.*.at", "received.*.at"),
    high_crushed_at: given("crushes.json", "sent.*.at", "received.*.at"),
    matched_at: given("matches.json", "*.at"),
    ended_at: "matches.json and the conversation say that it is over; when, and by whom, is nobody's to know",
    last_seq: ORDER,
    rev: ORDER,
    low_read_at: given("conversations/*.json", "readUpTo"),
    high_read_at: given("conversations/*.json", "readUpTo"),
    low_receipt_at: "what of that the other one was told, which is no later",
    high_receipt_at: "what of that the other one was told, which is no later",
    low_blocked_at: given("blocked.json", "*.at"),
    high_blocked_at: given("blocked.json", "*.at"),
    low_block_listed: "whether blocked.json has it: somebody who was not visible is not listed there",
    high_block_listed: "whether blocked.json has it: somebody who was not visible is not listed there",
    low_block_inherited: NEITHER,
    high_block_inherited: NEITHER,
    gone_at: THEIRS,
    run_of_low: LIMIT,
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
  crush_visits: { member_id: ID, seen_at: given("crushes.json", "lastLookedAt") },
  messages: {
    id: ID,
    pair_id: ID,
    seq: "they stand in this order",
    rev: ORDER,
    sender_id: message("from"),
    client_id: ID,
    kind: message("kind"),
    content: message("text"),
    created_at: message("sentAt"),
    read_at: "of what one received it is readAt; of what one sent that is only what one was told",
    receipt_at: message("readAt"),
    deleted_at: "stands with what is kept of a deleted message",
    picture_key: message("picture"),
    width: DRAWN,
    height: DRAWN,
    blur: DRAWN,
  },
  retained_messages: {
    message_id: ID,
    content: deleted("text"),
    picture_key: deleted("picture"),
    width: DRAWN,
    height: DRAWN,
    blur: DRAWN,
    purge_after: deleted("keptUntil"),
  },
  retained_photos: {
    key: removed("file"),
    photo_id: ID,
    member_id: ID,
    width: removed("width"),
    height: removed("height"),
    blur: DRAWN,
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
    "member_id before since until told"
      .split(" ")
      .map((column) => [column, "whoever is suspended is told so, and logs in nowhere to download anything"]),
  ),
  suspended_logins: { token_hash: SECRET, member_id: ID },
  audit_log: Object.fromEntries(
    "id at who acting_as act target reason details operation".split(" ").map((column) => [column, OPERATORS]),
  ),
  report_pictures: { key: THEIRS, report_id: ID, what: THEIRS },
  contact_messages: {
    id: ID,
    client_id: ID,
    member_id: ID,
    name: given("letters.json", "*.name"),
    email: given("letters.json", "*.email"),
    subject: given("letters.json", "*.subject"),
    message: given("letters.json", "*.message"),
    is_trapped: "what a machine has sent is nobody's",
    created_at: given("letters.json", "*.sentAt"),
    queued_at: "when its mail was last tried",
    mailed_at: "when its mail went out",
    resolved_at: given("letters.json", "*.resolvedAt"),
  },
  newsletter_subscribers: Object.fromEntries(
    "id email email_key state since unsubscribe_hash".split(" ").map((column) => [column, BY_ADDRESS]),
  ),
  newsletter_links: { token_hash: SECRET, subscriber_id: ID, expires_at: BY_ADDRESS },
  announcements: Object.fromEntries(
    "id subject body created_at members_upto subscribers_upto queued_at".split(" ").map((column) => [column, NOBODY]),
  ),
  announcement_mails: { announcement_id: ID, address_hash: SECRET, job_id: ID },
  rate_limits: { key: SECRET, count: NOBODY, ends_at: NOBODY },
  member_usage: Object.fromEntries("member_id kind count people ends_at".split(" ").map((column) => [column, LIMIT])),
  security_events: {
    id: ID,
    at: event("at"),
    last_at: event("lastAt"),
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
  downloads: {
    token_hash: SECRET,
    member_id: ID,
    made_at: given("sessions.json", "downloads.*.askedAt"),
    begun_at: given("sessions.json", "downloads.*.begunAt"),
    ended_at: given("sessions.json", "downloads.*.endedAt"),
  },
  secrets: { name: NOBODY, value: SECRET },
};
