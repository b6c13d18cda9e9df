/**
 * Every column of the schema: its place in the export if it is personal, or the reason why it is left out. A test
 * compares this with the real schema, so a new column needs an entry.
 */

/** A file of the export, and the paths in its JSON, any of which has the value; `*` is any item of a list. */
export interface ExportedPlace {
  readonly file: string;
  readonly paths: readonly string[];
}

const exportedAs = (file: string, ...paths: readonly string[]): ExportedPlace => ({ file, paths });
const account = (path: string) => exportedAs("account.json", path);
const profile = (path: string) => exportedAs("profile.json", path);
const message = (path: string) => exportedAs("conversations/*.json", `messages.*.${path}`);
const entry = (...paths: readonly string[]) => exportedAs("wallet.json", ...paths.map((path) => `history.*.${path}`));
const event = (path: string) => exportedAs("sessions.json", `activity.*.${path}`);
const deleted = (path: string) => exportedAs("deleted/messages.json", `messages.*.${path}`);
const removed = (path: string) => exportedAs("deleted/photos.json", `*.${path}`);
const decision = (path: string) => exportedAs("decisions.json", `decisions.*.${path}`);
const restriction = (path: string) => exportedAs("decisions.json", `restrictions.*.${path}`);
const selfie = (path: string) => exportedAs("verification.json", `*.${path}`);
const imageCheck = (path: string): ExportedPlace => ({
  file: "photos.json",
  paths: [`*.check.${path}`],
});
const purchase = (path: string) => exportedAs("purchases.json", `*.${path}`);

const trusted = (path: string) => exportedAs("trusted-contacts.json", path);

const ID = "an internal id";
const SECRET = "a secret, or derived from one";
const NORMALIZED = "another exported value, normalized for comparison";
const ORDER = "orders concurrent changes";
const DERIVED = "derived from exported values, for speed";
const IMAGE_METADATA = "describes an image that is exported itself";
const PROVIDER = "meaningful to the payment provider only";
const NOT_PERSONAL = "about no member";
const BY_ADDRESS = "belongs to an address, with or without an account; each email has an unsubscribe link";
const OPERATORS = "the operator's own record, by ids";
const STAFF = "about people of the staff, who are not members";
const CONNECTED = "kept while the app is open";
const TRANSIENT = "kept for minutes, until the member was notified";
const DEDUPLICATION = "prevents duplicate notifications";
const LIMIT = "counts towards a limit, and expires within a day";
const INHERITED_BLOCK = "would reveal that two accounts belong to one person";
const NOT_LISTED = "decides whether blocked.json has the block: a member who was not visible is not listed";
const DELETED = "only deleted members have it, and they cannot log in";
const THEIRS = "about other members, or written by them";

export const COLUMNS: Readonly<Record<string, Readonly<Record<string, ExportedPlace | string>>>> = {
  members: {
    id: ID,
    status: account("status"),
    hidden_until: account("hiddenUntil"),
    is_demo: "false for every real person",
    joined_at: account("joinedAt"),
    last_active_at: account("lastActiveAt"),
    deleted_at: DELETED,
    read_receipts: account("readReceipts"),
    daily_set: account("dailySet"),
  },
  accounts: {
    member_id: ID,
    email: account("email"),
    email_normalized: NORMALIZED,
    email_verified_at: account("emailConfirmedAt"),
    password_hash: SECRET,
    date_of_birth: account("dateOfBirth"),
    terms_version: account("termsVersion"),
    terms_accepted_at: account("termsAcceptedAt"),
    links_epoch: "part of the signature of calendar links",
  },
  identities: {
    member_id: ID,
    kind: account("recognizedBy.*.kind"),
    hash: SECRET,
    created_at: account("recognizedBy.*.since"),
  },
  member_devices: {
    member_id: ID,
    hash: SECRET,
    first_seen_on: account("knownBrowsers.*.since"),
    last_seen_on: account("knownBrowsers.*.lastUsedOn"),
  },
  former_accounts: Object.fromEntries(
    "member_id reason is_banned banned_until kept_until".split(" ").map((column) => [column, DELETED]),
  ),
  sessions: {
    token_hash: SECRET,
    member_id: ID,
    id: ID,
    device: exportedAs("sessions.json", "logins.*.device"),
    is_new_device: exportedAs("sessions.json", "logins.*.newDevice"),
    created_at: exportedAs("sessions.json", "logins.*.begunAt"),
    last_used_at: exportedAs("sessions.json", "logins.*.lastUsedAt"),
    authenticated_at: exportedAs("sessions.json", "logins.*.authenticatedAt"),
  },
  email_tokens: {
    token_hash: SECRET,
    member_id: ID,
    purpose: "a link in an email that the member has; it expires within a week",
    email_normalized: NORMALIZED,
    expires_at: "a link in an email that the member has; it expires within a week",
  },
  email_changes: {
    member_id: ID,
    email: account("newEmail"),
    email_normalized: NORMALIZED,
    expires_at: account("newEmailUntil"),
  },
  passkeys: {
    id: ID,
    member_id: ID,
    credential_id: SECRET,
    public_key: SECRET,
    counter: SECRET,
    transports: "tells browsers how to reach the passkey",
    name: exportedAs("sessions.json", "passkeys.*.name"),
    is_backed_up: exportedAs("sessions.json", "passkeys.*.synced"),
    created_at: exportedAs("sessions.json", "passkeys.*.since"),
    last_used_at: exportedAs("sessions.json", "passkeys.*.lastUsedAt"),
  },
  totp_secrets: {
    member_id: ID,
    sealed_secret: SECRET,
    created_at: "when the key was made, minutes before it was confirmed",
    confirmed_at: exportedAs("sessions.json", "authenticatorAppSince"),
    last_step: SECRET,
  },
  recovery_codes: {
    member_id: ID,
    code_hash: SECRET,
    created_at: exportedAs("sessions.json", "recoveryCodes.*.since"),
    used_at: exportedAs("sessions.json", "recoveryCodes.*.usedAt"),
  },
  webauthn_challenges: {
    challenge_hash: SECRET,
    purpose: NOT_PERSONAL,
    bound_to: SECRET,
    expires_at: NOT_PERSONAL,
  },
  profiles: {
    member_id: ID,
    username: account("username"),
    username_normalized: NORMALIZED,
    username_skeleton: NORMALIZED,
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
    next_birthday: "derived from the date of birth, which is exported",
    verified_at: profile("verifiedAt"),
    verified_photo_id: ID,
  },
  profile_changes: {
    id: ID,
    member_id: ID,
    field: profile("changes.*.field"),
    old_value: profile("changes.*.before"),
    new_value: profile("changes.*.after"),
    changed_at: profile("changes.*.changedAt"),
    effective_at: profile("changes.*.countsAt"),
    is_first: "derived: the first change of its field, without a previous value",
  },
  photos: {
    id: ID,
    member_id: ID,
    position: exportedAs("photos.json", "*.position"),
    key: exportedAs("photos.json", "*.file"),
    width: exportedAs("photos.json", "*.width"),
    height: exportedAs("photos.json", "*.height"),
    thumbhash: IMAGE_METADATA,
    display_mode: exportedAs("photos.json", "*.displayMode"),
    focus_x: exportedAs("photos.json", "*.focusX"),
    focus_y: exportedAs("photos.json", "*.focusY"),
    alt: exportedAs("photos.json", "*.alt"),
    created_at: exportedAs("photos.json", "*.addedAt"),
    check_state: DERIVED,
  },
  notification_preferences: {
    member_id: ID,
    disabled_flags: exportedAs("notifications.json", "flags"),
    discreet: exportedAs("notifications.json", "discreet"),
    quiet_from: exportedAs("notifications.json", "quietHours.from"),
    quiet_until: exportedAs("notifications.json", "quietHours.until"),
    quiet_time_zone: exportedAs("notifications.json", "quietHours.timeZone"),
    low_balance_emailed_at: exportedAs("notifications.json", "lowBalanceEmailedAt"),
    someone_new_looked_at: exportedAs("notifications.json", "someoneNewLookedAt"),
  },
  push_subscriptions: {
    id: ID,
    member_id: ID,
    session_id: ID,
    endpoint: "meaningful to the browser's push service only",
    p256dh: SECRET,
    auth: SECRET,
    created_at: exportedAs("sessions.json", "pushDevices.*.since"),
  },
  presence: Object.fromEntries("socket_id member_id expires_at".split(" ").map((column) => [column, TRANSIENT])),
  connections: { member_id: CONNECTED, process_id: CONNECTED },
  notifications: {
    ...Object.fromEntries(
      "id member_id cause other_id state created_at push_after email_after delivered_via delivered_at"
        .split(" ")
        .map((column) => [column, TRANSIENT]),
    ),
    handled_through: DEDUPLICATION,
    emailed_through: DEDUPLICATION,
  },
  wallets: { id: ID, member_id: ID, balance: exportedAs("wallet.json", "balance") },
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
    age_min: exportedAs("preferences.json", "ageMin"),
    age_max: exportedAs("preferences.json", "ageMax"),
    distance: exportedAs("preferences.json", "distance"),
    gender: exportedAs("preferences.json", "gender"),
    looking_for: exportedAs("preferences.json", "lookingFor"),
    interests: exportedAs("preferences.json", "interests"),
    height_min: exportedAs("preferences.json", "heightMin"),
    height_max: exportedAs("preferences.json", "heightMax"),
    sort: exportedAs("preferences.json", "sort"),
    verified_only: exportedAs("preferences.json", "verifiedOnly"),
    shared_times_only: exportedAs("preferences.json", "sharedTimesOnly"),
  },
  search_index: Object.fromEntries(
    "member_id area h3_cell x y z gender age height looking_for interests want_gender want_age_min want_age_max is_demo active_on joined_on is_verified is_listed listed_at counted_week"
      .split(" ")
      .map((column) => [column, DERIVED]),
  ),
  search_index_changes: { xid: DERIVED, member_id: DERIVED, changed_at: DERIVED },
  search_results: {
    id: ID,
    viewer_id: ID,
    query_hash: DERIVED,
    member_ids: DERIVED,
    created_at: DERIVED,
    used_at: DERIVED,
  },
  image_checks: {
    key: ID,
    state: imageCheck("state"),
    requested_at: imageCheck("requestedAt"),
    attempts: "counts restarts of the check",
    checked_at: imageCheck("checkedAt"),
    pdq: IMAGE_METADATA,
    quality: IMAGE_METADATA,
    scores: imageCheck("scores"),
    match: "names a list that is not public, so that nobody can test pictures against it",
    shown_matches: "names lists that are not public, so that nobody can test pictures against them",
    decision_id: ID,
  },
  unwanted_images: {
    id: NOT_PERSONAL,
    pdq: NOT_PERSONAL,
    source: NOT_PERSONAL,
    reason: NOT_PERSONAL,
    decision_id: NOT_PERSONAL,
    holds_from: NOT_PERSONAL,
    added_at: NOT_PERSONAL,
    comparison_id: NOT_PERSONAL,
  },
  image_comparisons: Object.fromEntries(
    "id source hashes requested_at cursor images held claimed_by claimed_until finished_at"
      .split(" ")
      .map((column) => [column, NOT_PERSONAL]),
  ),
  pending_uploads: { key: NOT_PERSONAL, created_at: NOT_PERSONAL, is_expired: NOT_PERSONAL },
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
    subscription_id: PROVIDER,
    buyer_country: purchase("country"),
    refunded_cents: purchase("paidBackInCents"),
    credits_due_back: "becomes an entry of the wallet's history",
    credits_clawed_back: "is an entry of the wallet's history",
    request_seq: ORDER,
    applied_seq: ORDER,
    created_at: purchase("begunAt"),
    granted_at: purchase("paidAt"),
    last_checked_at: "when the payment provider was last queried",
    buyer_returned_at: purchase("returnedAt"),
    notified_at: purchase("toldAt"),
  },
  withdrawals: {
    id: ID,
    checkout_id: ID,
    credits: purchase("withdrawnCredits"),
    days_used: purchase("daysUsedBefore"),
    amount_cents: purchase("withdrawnCents"),
    withdrawn_at: purchase("withdrawnAt"),
    stated_on: purchase("withdrawalStatedOn"),
    refund_state: purchase("withdrawalRefund"),
    refund_attempt: ORDER,
    refund_attempted_at: "when the payment provider was last asked",
    refunded_at: purchase("withdrawalRefundedAt"),
  },
  subscriptions: {
    provider_id: PROVIDER,
    member_id: ID,
    status: exportedAs("subscription.json", "*.status"),
    is_active: exportedAs("subscription.json", "*.isActive"),
    period_end: exportedAs("subscription.json", "*.periodEnd"),
    cancel_at_period_end: exportedAs("subscription.json", "*.ends"),
    unpaid_since: exportedAs("subscription.json", "*.unpaidSince"),
    is_terminated: exportedAs("subscription.json", "*.isOver"),
    withdrawn_at: exportedAs("subscription.json", "*.withdrawnAt"),
    request_seq: ORDER,
    applied_seq: ORDER,
    synced_at: "when the payment provider was last queried",
    last_checked_at: "when the payment provider was last queried",
  },
  subscription_payments: Object.fromEntries(
    "payment_id subscription_id request_seq applied_seq created_at last_checked_at"
      .split(" ")
      .map((column) => [column, PROVIDER]),
  ),
  disputes: {
    payment_id: PROVIDER,
    member_id: ID,
    kind: exportedAs("disputes.json", "*.kind"),
    state: exportedAs("disputes.json", "*.state"),
    opened_at: exportedAs("disputes.json", "*.openedAt"),
    closed_at: exportedAs("disputes.json", "*.closedAt"),
    resolved_at: OPERATORS,
  },
  payment_holds: { member_id: ID, payment_id: PROVIDER },
  payment_events: Object.fromEntries(
    "id type subject received_at claimed_at attempts handled_at".split(" ").map((column) => [column, PROVIDER]),
  ),
  test_sessions: Object.fromEntries(
    "id reference name amount_cents monthly state success_url cancel_url country created_at"
      .split(" ")
      .map((column) => [column, "test payments only"]),
  ),
  test_subscriptions: Object.fromEntries(
    "id reference cancel_at_period_end ends_at began_at".split(" ").map((column) => [column, "test payments only"]),
  ),
  relationships: {
    id: ID,
    member_a_id: exportedAs("matches.json", "*.with"),
    member_b_id: exportedAs("matches.json", "*.with"),
    a_crushed_at: exportedAs("crushes.json", "sent.*.at", "received.*.at"),
    b_crushed_at: exportedAs("crushes.json", "sent.*.at", "received.*.at"),
    a_crush_about: exportedAs("crushes.json", "sent.*.about", "received.*.about"),
    b_crush_about: exportedAs("crushes.json", "sent.*.about", "received.*.about"),
    a_crush_opened: exportedAs("crushes.json", "received.*.opened"),
    b_crush_opened: exportedAs("crushes.json", "received.*.opened"),
    matched_at: exportedAs("matches.json", "*.at"),
    ended_at: "exported as isOver; when, and by which side, would reveal the other member's action",
    last_sequence: ORDER,
    revision: ORDER,
    a_read_at: exportedAs("conversations/*.json", "readUpTo"),
    b_read_at: exportedAs("conversations/*.json", "readUpTo"),
    a_receipt_at: "the part of readUpTo that the other member was sent",
    b_receipt_at: "the part of readUpTo that the other member was sent",
    a_blocked_at: exportedAs("blocked.json", "*.at"),
    b_blocked_at: exportedAs("blocked.json", "*.at"),
    a_block_listed: NOT_LISTED,
    b_block_listed: NOT_LISTED,
    a_block_inherited: INHERITED_BLOCK,
    b_block_inherited: INHERITED_BLOCK,
    orphaned_at: THEIRS,
    run_by_a: LIMIT,
    run_length: LIMIT,
    run_last_at: LIMIT,
  },
  retained_blocks: {
    blocker_id: ID,
    blocked_id: ID,
    inherited: INHERITED_BLOCK,
    listed: NOT_LISTED,
    kept_until: exportedAs("blocked.json", "*.keptUntil"),
  },
  trusted_contacts: {
    id: ID,
    member_id: ID,
    name: trusted("contacts.*.name"),
    known_as: trusted("contacts.*.knownAs"),
    email: trusted("contacts.*.email"),
    address_hash: NORMALIZED,
    token_hash: SECRET,
    state: trusted("contacts.*.state"),
    asked_at: trusted("contacts.*.askedAt"),
    confirmed_at: trusted("contacts.*.confirmedAt"),
  },
  refused_contacts: {
    member_id: ID,
    address_hash: SECRET,
    refused_at: trusted("refusals.*.at"),
  },
  date_shares: {
    id: ID,
    member_id: ID,
    contact_id: ID,
    message_id: ID,
    relationship_id: ID,
    token_hash: SECRET,
    check_back: trusted("shares.*.checkBack"),
    created_at: trusted("shares.*.sharedAt"),
    withdrawn_at: trusted("shares.*.withdrawnAt"),
    starts_at: trusted("shares.*.startsAt"),
    ends_at: trusted("shares.*.endsAt"),
    summary: trusted("shares.*.summary"),
    ask_at: trusted("shares.*.askAt"),
    asked_at: trusted("shares.*.askedAt"),
    tell_at: trusted("shares.*.tellAt"),
    delays: trusted("shares.*.delays"),
    answer: trusted("shares.*.answer"),
    answered_at: trusted("shares.*.answeredAt"),
    told_at: trusted("shares.*.toldAt"),
  },
  passes: {
    member_id: ID,
    passed_id: exportedAs("passes.json", "*.username"),
    passed_at: exportedAs("passes.json", "*.at"),
    declines_crush: "whether the crush was there at that time follows from crushes.json",
  },
  training: {
    member_id: ID,
    week: exportedAs("training.json", "times"),
    sports: exportedAs("training.json", "sports"),
    is_shared: exportedAs("training.json", "isShared"),
    consent_version: exportedAs("training.json", "consentVersion"),
    consented_at: exportedAs("training.json", "consentedAt"),
    changed_at: exportedAs("training.json", "changedAt"),
    counted_coarse: exportedAs("training.json", "usedForMatching.times"),
    counted_sports: exportedAs("training.json", "usedForMatching.sports"),
    counts_on: exportedAs("training.json", "countsFrom"),
  },
  week_comparisons: {
    relationship_id: ID,
    a_asked_at: exportedAs("week-comparisons.json", "*.askedAt"),
    b_asked_at: exportedAs("week-comparisons.json", "*.askedAt"),
    parts: exportedAs("week-comparisons.json", "*.times"),
    frozen_until: exportedAs("week-comparisons.json", "*.until"),
  },
  date_outcomes: {
    message_id: ID,
    side: ID,
    outcome: exportedAs("date-outcomes.json", "*.outcome"),
    at: exportedAs("date-outcomes.json", "*.at"),
  },
  daily_sets: {
    member_id: ID,
    day: exportedAs("daily-sets.json", "*.day"),
    member_ids: exportedAs("daily-sets.json", "*.members"),
    size: exportedAs("daily-sets.json", "*.size"),
    created_at: exportedAs("daily-sets.json", "*.madeAt"),
    completed_at: exportedAs("daily-sets.json", "*.completedAt"),
  },
  crushes_last_seen: {
    member_id: ID,
    seen_at: exportedAs("crushes.json", "lastLookedAt"),
    matches_seen_at: DEDUPLICATION,
  },
  crush_return_cursor: { is_only: NOT_PERSONAL, entry_id: NOT_PERSONAL, moved_at: NOT_PERSONAL },
  messages: {
    id: ID,
    relationship_id: ID,
    sequence: "messages are exported in this order",
    revision: ORDER,
    sender_id: message("from"),
    client_id: ID,
    kind: message("kind"),
    content: message("text"),
    created_at: message("sentAt"),
    read_at: "exported as readAt for received messages; for sent ones, readAt is receipt_at",
    receipt_at: message("readAt"),
    deleted_at: "exported with deleted/messages.json",
    attachment_key: message("picture"),
    sender_reaction: message("reaction"),
    receiver_reaction: exportedAs("conversations/*.json", "messages.*.reaction", "messages.*.theirReaction"),
    reply_to_sequence: message("repliesToMessageOf"),
    width: IMAGE_METADATA,
    height: IMAGE_METADATA,
    thumbhash: IMAGE_METADATA,
    check_state: DERIVED,
  },
  workout_dates: {
    message_id: ID,
    relationship_id: ID,
    state: message("date.state"),
    turn: DERIVED,
    version: ORDER,
    changed_by: "exported with the changes",
    changed_at: message("date.changedAt"),
    last_act: "exported with the changes",
    sport: message("date.sport"),
    times: message("date.times"),
    time_zone: message("date.timeZone"),
    minutes: message("date.minutes"),
    place: message("date.place"),
    effort: message("date.effort"),
    earlier: message("date.agreedBefore"),
    starts_at: message("date.startsAt"),
    calendar_sequence: ORDER,
    remind_at: DERIVED,
    reminded_at: DEDUPLICATION,
    sender_on_way_at: message("date.onMyWayAt"),
    receiver_on_way_at: "of the other member",
    history: message("date.changes"),
  },
  conversation_settings: {
    member_id: ID,
    relationship_id: ID,
    is_muted: exportedAs("matches.json", "*.muted"),
    archived_sequence: exportedAs("matches.json", "*.archived"),
  },
  retained_messages: {
    message_id: ID,
    relationship_id: ID,
    content: deleted("text"),
    attachment_key: deleted("picture"),
    width: IMAGE_METADATA,
    height: IMAGE_METADATA,
    thumbhash: IMAGE_METADATA,
    purge_after: deleted("keptUntil"),
  },
  retained_photos: {
    key: removed("file"),
    photo_id: ID,
    member_id: ID,
    width: removed("width"),
    height: removed("height"),
    thumbhash: IMAGE_METADATA,
    alt: removed("alt"),
    removed_at: removed("removedAt"),
    purge_after: removed("keptUntil"),
  },
  retained_profiles: Object.fromEntries(
    "member_id username age gender location bio prompts interests looking_for purge_after"
      .split(" ")
      .map((column) => [column, DELETED]),
  ),
  reports: {
    id: ID,
    reporter_id: ID,
    reported_id: exportedAs("reports.json", "*.about"),
    reason: exportedAs("reports.json", "*.reason"),
    details: exportedAs("reports.json", "*.details"),
    message_id: ID,
    evidence: THEIRS,
    created_at: exportedAs("reports.json", "*.at"),
    resolved_at: OPERATORS,
    resolution: OPERATORS,
    code: exportedAs("reports.json", "*.number"),
    outcome_emailed_at: OPERATORS,
  },
  suspensions: Object.fromEntries(
    "member_id previous_status starts_at ends_at member_message"
      .split(" ")
      .map((column) => [column, "suspended members are emailed, and cannot log in"]),
  ),
  suspended_sessions: { token_hash: SECRET, member_id: ID },
  audit_log: Object.fromEntries(
    "id occurred_at actor acting_as action target reason details idempotency_key staff_id"
      .split(" ")
      .map((column) => [column, OPERATORS]),
  ),
  report_images: { key: THEIRS, report_id: ID, caption: THEIRS },
  cases: Object.fromEntries(
    "id kind member_id image_key state score due_at claimed_by claimed_until version decided_version opened_at closed_at"
      .split(" ")
      .map((column) => [column, OPERATORS]),
  ),
  case_items: Object.fromEntries(
    "kind source_id case_id weight due_at attached_at version done_at".split(" ").map((column) => [column, OPERATORS]),
  ),
  case_events: Object.fromEntries(
    "id case_id occurred_at kind actor note details".split(" ").map((column) => [column, OPERATORS]),
  ),
  decisions: {
    id: ID,
    case_id: OPERATORS,
    case_version: OPERATORS,
    member_id: ID,
    facts: decision("facts"),
    rule: decision("rule"),
    words: decision("words"),
    automated: decision("automated"),
    decided_by: OPERATORS,
    decided_at: decision("at"),
    undo_until: OPERATORS,
    undone_at: decision("takenBackAt"),
    undone_by: OPERATORS,
    appeal_token_hash: SECRET,
    appeal_until: decision("appealUntil"),
  },
  decision_acts: {
    decision_id: ID,
    position: ORDER,
    act: decision("acts.*"),
    params: OPERATORS,
    result: OPERATORS,
  },
  appeals: {
    id: ID,
    decision_id: ID,
    member_id: ID,
    words: decision("appeal.words"),
    created_at: decision("appeal.sentAt"),
    outcome: decision("appeal.outcome"),
    answer: decision("appeal.answer"),
    decided_by: OPERATORS,
    decided_at: decision("appeal.decidedAt"),
  },
  restrictions: {
    id: ID,
    member_id: ID,
    kind: restriction("kind"),
    decision_id: ID,
    starts_at: restriction("since"),
    ends_at: restriction("until"),
    lifted_at: restriction("liftedAt"),
    copied_from: ID,
  },
  verification_requests: {
    id: ID,
    member_id: ID,
    pose: selfie("pose"),
    state: selfie("state"),
    image_key: selfie("file"),
    is_live: selfie("isLive"),
    refusal: selfie("refusal"),
    created_at: selfie("startedAt"),
    submitted_at: selfie("sentAt"),
    decided_at: selfie("decidedAt"),
  },
  member_notes: Object.fromEntries(
    "id member_id note actor created_at".split(" ").map((column) => [column, OPERATORS]),
  ),
  contact_messages: {
    id: ID,
    client_id: ID,
    member_id: ID,
    name: exportedAs("contact-messages.json", "*.name"),
    email: exportedAs("contact-messages.json", "*.email"),
    subject: exportedAs("contact-messages.json", "*.subject"),
    message: exportedAs("contact-messages.json", "*.message"),
    is_honeypot_hit: "messages of bots belong to no member",
    created_at: exportedAs("contact-messages.json", "*.sentAt"),
    queued_at: "when its email was last tried",
    mailed_at: "when its email was sent",
    resolved_at: exportedAs("contact-messages.json", "*.resolvedAt"),
  },
  fraud_warnings: { decision_id: OPERATORS, warned_at: OPERATORS },
  notices: Object.fromEntries(
    "id client_id number kind place username details name email member_id is_honeypot_hit created_at receipt_mailed_at decided_at is_upheld outcome_mailed_at"
      .split(" ")
      .map((column) => [column, "sent without an account, about others; the sender is told by email"]),
  ),
  newsletter_subscribers: Object.fromEntries(
    "id email email_normalized state since unsubscribe_hash".split(" ").map((column) => [column, BY_ADDRESS]),
  ),
  newsletter_links: { token_hash: SECRET, subscriber_id: ID, expires_at: BY_ADDRESS },
  broadcasts: Object.fromEntries(
    "id subject body created_at members_queued_up_to subscribers_queued_up_to queued_at"
      .split(" ")
      .map((column) => [column, NOT_PERSONAL]),
  ),
  broadcast_recipients: { broadcast_id: ID, address_hash: SECRET, job_id: ID },
  rate_limits: { key: SECRET, count: NOT_PERSONAL, ends_at: NOT_PERSONAL },
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
    created_at: exportedAs("sessions.json", "downloads.*.askedAt"),
    started_at: exportedAs("sessions.json", "downloads.*.begunAt"),
    finished_at: exportedAs("sessions.json", "downloads.*.endedAt"),
  },
  ...Object.fromEntries(
    (
      [
        ["staff_members", "id name role created_at removed_at"],
        ["staff_passkeys", "credential_id staff_id public_key counter transports created_at last_used_at"],
        ["staff_sessions", "token_hash staff_id device created_at last_used_at"],
        ["staff_invitations", "token_hash staff_id created_at"],
        ["staff_challenges", "challenge_hash invitation_hash created_at"],
      ] as const
    ).map(([table, columns]) => [table, Object.fromEntries(columns.split(" ").map((column) => [column, STAFF]))]),
  ),
  processes: Object.fromEntries(
    "id lists_members receives_redis expires_at".split(" ").map((column) => [column, NOT_PERSONAL]),
  ),
  secrets: { name: NOT_PERSONAL, value: SECRET },
};
