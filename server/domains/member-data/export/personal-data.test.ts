import { beforeAll, describe, expect, test } from "vitest";
import { PACKAGES } from "#contract/billing/prices.ts";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { deleteMessage, markRead, sendMessage, setConversationSettings, setReaction } from "#contract/chat/messages.ts";
import { markCrushesSeen } from "#contract/crushes/crushes.ts";
import { passMember } from "#contract/discovery/passes.ts";
import { deleteAccount, requestDataExport } from "#contract/member-data/member-data.ts";
import { heightText } from "#contract/members/catalog.ts";
import { removePhoto } from "#contract/members/profiles.ts";
import * as safety from "#contract/moderation/reports.ts";
import { POSES, type Pose } from "#contract/moderation/selfies.ts";
import { NOTIFICATION_FLAGS } from "#contract/notifications/notification-causes.ts";
import { ALL_TABLES, MEMBER_DATA } from "#server/domains/member-data/export/all-member-data.ts";
import { isFiles, isPart } from "#server/domains/member-data/export/personal-data.ts";
import { type Shown, within, wordsOf } from "#server/domains/members/member-data/member-data.ts";
import { refuseVerification } from "#server/domains/moderation/verification/verification-decisions.service.ts";
import type { DateChange } from "#server/platform/db/schema/relationships.ts";
import { centreOf } from "#server/platform/geo/geo-cells.ts";
import { deletedMemberFixtures } from "#server/testing/deleted-member-fixtures.ts";
import { createCompleteMember, PASSWORD, registerCompleteMember, type TestMember } from "#server/testing/members.ts";
import { readZip } from "#server/testing/read-zip.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";
import { submitSelfie } from "#server/testing/verification.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

const app = testApp();
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

type Row = Readonly<Record<string, unknown>>;

/** The condition that selects a member's own rows (`$1`) of each table with personal columns. */
const OWN: Readonly<Record<string, string>> = {
  members: "id = $1",
  relationships: "$1 in (member_a_id, member_b_id)",
  retained_blocks: "blocker_id = $1",
  messages: "sender_id = $1 and deleted_at is null",
  workout_dates: "message_id in (select id from messages where sender_id = $1)",
  image_checks: "key in (select key from photos where member_id = $1)",
  retained_messages: "message_id in (select id from messages where sender_id = $1)",
  week_comparisons: "relationship_id in (select id from relationships where $1 in (member_a_id, member_b_id))",
  date_outcomes: "side = 'sender' and message_id in (select id from messages where sender_id = $1)",
  reports: "reporter_id = $1",
  objections: "report_id in (select id from reports where reporter_id = $1)",
  contact_answers: "thread_id in (select id from contact_threads where member_id = $1)",
  decision_acts: "decision_id in (select id from decisions where member_id = $1)",
  ledger_entries: "wallet_id = (select id from wallets where member_id = $1)",
  // The current download was still running.
  data_exports: "member_id = $1 and token_hash = sha256('before')",
  checkouts: "wallet_id = (select id from wallets where member_id = $1)",
  withdrawals:
    "checkout_id in (select id from checkouts where wallet_id = (select id from wallets where member_id = $1))",
  security_events: "member_id = $1 and kind in ('register', 'login')",
  search_results: "viewer_id = $1",
};

let me: TestMember;
let others: readonly TestMember[];
let passed: TestMember;
let files: Map<string, Buffer>;

const { crush, write, picture, photo } = deletedMemberFixtures(app);
const { agreed } = workoutDates(app);

async function meet(other: TestMember): Promise<void> {
  await crush(me, other);
  await crush(other, me);
  await app.database.pool.query(
    `update relationships set a_crush_about = '{"kind": "prompt", "question": "My rest day looks like..."}',
      b_crush_about = '{"kind": "photo", "photoId": "019d0000-0000-7000-8000-000000000001"}'
     where $1 in (member_a_id, member_b_id)`,
    [me.id],
  );
  const mine = (await write(me, other, `From me to ${other.username}`)).body.message._id;
  const theirs = (await write(other, me, `To me from ${other.username}`)).body.message._id;
  const conversationId = conversationIdOf(me.id, other.id);
  await app.call(markRead, { params: { conversationId } }, other.token);
  const reply = { receiverId: other.id, content: `Reply to ${other.username}`, replyToId: theirs };
  await app.call(sendMessage, { body: reply }, me.token);
  await app.call(setReaction, { params: { messageId: mine }, body: { emoji: "💪" } }, me.token);
  await app.call(setReaction, { params: { messageId: mine }, body: { emoji: "🔥" } }, other.token);
  await picture(me, other);
  await picture(other, me);
  await agreed(other, me, { place: `Park of ${other.username}` });
  await query(
    `update workout_dates set sender_on_way_at = '2026-12-01T08:09:10Z',
       earlier = '{"sport": "ride", "minutes": 45, "place": "The first place", "effort": "hard", "timeZone": "America/Chicago"}'`,
  );
  const settings = { params: { userId: other.id }, body: { isMuted: true, isArchived: true } };
  await app.call(setConversationSettings, settings, me.token);
  for (const { token } of [me, other]) await app.call(markRead, { params: { conversationId } }, token);
  const body = { userId: other.id, reason: "Something else" as const, details: `About ${other.username}` };
  await app.call(safety.reportMember, { body }, me.token);
  await query(
    `insert into objections (id, report_id, words, created_at)
     select id, id, 'Why I ask again', '2026-05-03T02:03:04Z' from reports where reporter_id = $1 on conflict do nothing`,
    me.id,
  );
}

async function deleteSome(other: TestMember): Promise<void> {
  const sent = [await write(me, other, "Taken back"), await picture(me, other)];
  for (const { body } of sent) {
    await app.call(deleteMessage, { params: { messageId: body.message._id } }, me.token);
  }
  const photoId = (await photo(me)).body.photos.at(-1)?._id ?? "";
  await query("update photos set alt = 'Me, removed' where id = $1", photoId);
  await app.call(removePhoto, { params: { photoId } }, me.token);
}

async function fillRest(): Promise<void> {
  await query(
    "update relationships set a_crush_opened = true, b_crush_opened = true where $1 in (member_a_id, member_b_id)",
    me.id,
  );
  await query("update members set hidden_until = '2027-01-02T03:04:05Z' where id = $1", me.id);
  await query(
    `update profiles set location_type = 'device', location_changes_date = '2026-03-04', location_changes_today = 7, age = 57,
       completion = 83, h3_cell = '87489e348ffffff', effective_age = 58, effective_gender = 'Man',
       gender_effective_at = '2026-08-09T10:11:12Z', age_effective_at = '2026-09-10T11:12:13Z' where member_id = $1`,
    me.id,
  );
  await query(
    `insert into profile_changes (id, member_id, field, old_value, new_value, changed_at, effective_at)
     values (gen_random_uuid(), $1, 'age', '58', '57', '2026-09-09T11:12:13Z', '2026-09-10T11:12:13Z')`,
    me.id,
  );
  await query("update accounts set email_verified_at = '2026-02-03T04:05:06Z' where member_id = $1", me.id);
  await query(
    `update notification_preferences set disabled_flags = '{emailEnabled,crushReceived,newMessage,newMatch,lowCrushBalance}',
       discreet = true, quiet_from = 21, quiet_until = 6, quiet_time_zone = 'Europe/Oslo', low_balance_emailed_at = '2026-06-07T08:09:10Z', someone_new_looked_at = '2026-07-08T09:10:11Z' where member_id = $1`,
    me.id,
  );
  await query(
    `insert into search_preferences (member_id, age_min, age_max, distance, gender, looking_for, interests, height_min,
       height_max, sort, verified_only, shared_times_only, show_me_consent_version, show_me_consented_at)
     values ($1, 23, 61, 137, '{Men}', '{"Workout partner"}', '{Hiking,Boxing}', 61, 75, 'newest', true, true, 7, '2026-04-05T06:07:08Z')`,
    me.id,
  );
  // Monday at 5:00 and Sunday at 20:00.
  await query(
    `insert into training values ($1, (1 + (1::bigint << 41)), '[{"sport": "row", "level": 5}]', true, 7,
       '2026-01-05T06:07:08Z', '2026-01-06T07:08:09Z', 6, '[{"sport": "climb", "level": 2}]', '2026-01-07')`,
    me.id,
  );
  await query(
    `insert into trusted_contacts values (gen_random_uuid(), $1, 'Kim', 'Ana', 'kim@example.com', 'a', 'b', 'confirmed',
       '2026-05-01T01:02:03Z', '2026-05-02T01:02:03Z')`,
    me.id,
  );
  await query(
    "insert into refused_contacts (member_id, address_hash, refused_at) values ($1, 'c', '2026-05-03T01:02:03Z')",
    me.id,
  );
  await query(
    `insert into date_shares (id, member_id, contact_id, token_hash, check_back, created_at, withdrawn_at, starts_at, ends_at,
       summary, ask_at, asked_at, tell_at, delays, answer, answered_at, told_at)
     select gen_random_uuid(), $1, id, 'd', true, '2026-05-04T01:02:03Z', '2026-05-05T01:02:03Z', '2026-05-06T01:02:03Z',
       '2026-05-07T01:02:03Z', 'Run in the park', '2026-05-08T01:02:03Z', '2026-05-09T01:02:03Z', '2026-05-10T01:02:03Z', 2,
       'tell', '2026-05-11T01:02:03Z', '2026-05-12T01:02:03Z' from trusted_contacts where member_id = $1`,
    me.id,
  );
  await query(
    `insert into checkouts (id, wallet_id, kind, package_id, crushes, amount_cents, state, refunded_cents, granted_at, buyer_returned_at, notified_at, buyer_country)
     select gen_random_uuid(), id, 'package', 'power', 15, 1234, 'granted', 321, now(), now() - interval '1 hour',
       now() - interval '2 hours', 'IS' from wallets where member_id = $1`,
    me.id,
  );
  await query(
    `insert into ledger_entries (id, wallet_id, kind, change, source)
     select gen_random_uuid(), wallet_id, 'purchased', 15, 'checkout:' || id from checkouts`,
  );
  await query(
    `insert into withdrawals (id, checkout_id, credits, days_used, amount_cents, withdrawn_at, stated_on, refund_state, refunded_at)
     select gen_random_uuid(), id, 11, 13, 777, now() - interval '4 hours', '2026-01-03', 'refunded', now() - interval '3 hours'
     from checkouts`,
  );
  await query(
    `insert into subscriptions (provider_id, member_id, status, is_active, cancel_at_period_end, unpaid_since, is_terminated, withdrawn_at,
       stopped_by_suspension, grace_since)
     values ('sub_secret', $1, 'past_due', true, true, now() - interval '2 days', true, now() - interval '5 hours', true,
       now() - interval '3 days')`,
    me.id,
  );
  await query("insert into member_devices values ($1, sha256('a browser'), '2026-03-11', '2026-04-12')", me.id);
  await query("insert into identities values ($1, 'card', sha256('a card'), '2026-01-02T03:04:05Z')", me.id);
  await query(
    "insert into disputes values ('pi_secret', $1, 'package', 'lost', now() - interval '3 days', now() - interval '1 day')",
    me.id,
  );
  await query(
    `with gone as (insert into members (id, status) values (gen_random_uuid(), 'deleted') returning id)
     insert into retained_blocks select $1, id, false, true, '2028-01-02T03:04:05Z' from gone`,
    me.id,
  );
  await query(
    `insert into retained_texts values (gen_random_uuid(), $1, 'What I once wrote', '[{"question": "Why?", "answer": "Because."}]',
       '2026-02-03T04:05:06Z', '2026-02-04T04:05:06Z', now() + interval '9 days')`,
    me.id,
  );
  await query(
    "insert into email_changes values ($1, 'new@elsewhere.example', 'new@elsewhere.example', '2026-05-06T07:08:09Z')",
    me.id,
  );
  await query(
    `insert into passkeys values (gen_random_uuid(), $1, 'a-credential', 'a key', 7, '{usb}', 'My blue key', true,
       '2026-03-02T01:02:03Z', '2026-03-04T05:06:07Z')`,
    me.id,
  );
  await query(
    "insert into totp_secrets values ($1, 'sealed', '2026-03-05T05:06:07Z', '2026-03-05T06:07:08Z', 58000000)",
    me.id,
  );
  await query(
    "insert into recovery_codes values ($1, sha256('a code'), '2026-03-06T07:08:09Z', '2026-03-07T08:09:10Z')",
    me.id,
  );
  await query(
    `with thread as (
       insert into contact_threads (id, number, member_id) values (gen_random_uuid(), 'C-MY2NUMBR', $1) returning id
     ), answer as (
       insert into contact_answers (id, thread_id, token_hash, words, answered_by, created_at)
       select gen_random_uuid(), id, sha256('reply'), 'An answer to me', 'an operator', '2026-05-13T01:02:03Z' from thread returning id
     )
     insert into contact_messages (id, member_id, thread_id, answer_id, name, email, subject, message, is_honeypot_hit,
       resolved_at)
     select gen_random_uuid(), $1, thread.id, answer.id, 'My name', 'me@elsewhere.example', 'Bug Report',
       'A letter to you', false, now() from thread, answer`,
    me.id,
  );
  await query(
    `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, created_at)
     select gen_random_uuid(), member_id, id, 'https://push.example/a-secret', 'a', 'b', '2026-07-08T09:10:11Z'
     from sessions where member_id = $1`,
    me.id,
  );
  await query(
    `insert into decisions (id, member_id, facts, rule, words, decided_by, decided_at, undo_until, undone_at, undone_by,
       appeal_token_hash, appeal_until)
     values ('7d0d2a52-5c3f-4b7b-9f6e-0a1b2c3d4e5f', $1, 'What they found', 'consent', 'Words to me', 'an operator',
       '2026-05-01T02:03:04Z', '2026-06-01T02:03:04Z', '2026-05-05T02:03:04Z', 'an operator', sha256('t'),
       '2026-11-01T02:03:04Z')`,
    me.id,
  );
  const decisionId = "7d0d2a52-5c3f-4b7b-9f6e-0a1b2c3d4e5f";
  await query("insert into decision_acts values ($1, 0, 'mute', '{}', '{}')", decisionId);
  await query(
    `insert into appeals (id, decision_id, member_id, words, created_at, outcome, answer, decided_by, decided_at)
     values (gen_random_uuid(), $2, $1, 'Why I object', '2026-05-02T02:03:04Z', 'reversed', 'You are right',
       'an operator', '2026-05-05T02:03:04Z')`,
    me.id,
    decisionId,
  );
  await query(
    `insert into restrictions (id, member_id, kind, decision_id, starts_at, ends_at, lifted_at)
     values (gen_random_uuid(), $1, 'messaging', $2, '2026-05-01T02:03:04Z', '2026-05-08T02:03:04Z',
       '2026-05-05T02:03:04Z')`,
    me.id,
    decisionId,
  );
  await query(
    "insert into member_notes (id, member_id, note, actor) values (gen_random_uuid(), $1, 'a note', 'an operator')",
    me.id,
  );
  await query(
    `insert into export_links values (gen_random_uuid(), $1, sha256('a link'), '2026-06-01T01:02:03Z',
       '2026-06-02T01:02:03Z', 2)`,
    me.id,
  );
  await query(
    `insert into data_exports (token_hash, member_id, created_at, started_at, finished_at)
     select sha256('before'), $1, now() - interval '3 hours', now() - interval '2 hours', now() - interval '1 hour'`,
    me.id,
  );
}

/** A selfie that was refused, and one that is waiting. The badge is of another time. */
async function submitTwice(): Promise<void> {
  const { id } = await submitSelfie(app, me);
  await refuseVerification(
    app.ctx,
    { kind: "operator", who: "operator", reason: "a test" },
    { id, refusal: "not_clear" },
  );
  await submitSelfie(app, me);
  await query(
    `update profiles set verified_at = '2026-10-11T12:13:14Z', verified_photo_id = photos.id
     from photos where photos.member_id = profiles.member_id and position = 0 and profiles.member_id = $1`,
    me.id,
  );
}

async function compareAndTrain(): Promise<void> {
  await query(
    `insert into week_comparisons (relationship_id, a_asked_at, b_asked_at, parts, frozen_until)
     select id, case when member_a_id = $1 then '2026-03-21T01:02:03Z'::timestamptz end,
       case when member_b_id = $1 then '2026-03-22T01:02:03Z'::timestamptz end, '{0,41}', '2099-03-29T01:02:03Z'
     from relationships where $1 in (member_a_id, member_b_id) and matched_at is not null and ended_at is null`,
    me.id,
  );
  await query(
    `insert into date_outcomes
     select message_id, 'sender', 'missed', '2026-03-23T01:02:03Z' from workout_dates
     join messages on messages.id = message_id where sender_id = $1 limit 1`,
    me.id,
  );
}

beforeAll(async () => {
  const five = await Promise.all(Array.from({ length: 5 }, () => registerCompleteMember(app)));
  // One of two members has the lower id: with two on either side there is one of each kind.
  const [a, b, middle, c, d] = five.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (!a || !b || !middle || !c || !d) throw new Error("nobody is there");
  me = middle;
  others = [a, c];
  await fillRest();
  await photo(me);
  await query("update photos set alt = 'Me on a rope', display_mode = 'cover' where member_id = $1", me.id);
  await query(
    `insert into image_checks (key, state, requested_at, checked_at, scores)
     select key, 'clear', '2026-04-05T06:07:08Z', '2026-04-05T06:07:09Z', '{"neutral": 0.9375}' from photos where member_id = $1`,
    me.id,
  );
  for (const other of others) await meet(other);
  await deleteSome(a);
  await compareAndTrain();
  passed = await createCompleteMember(app);
  await app.call(passMember, { params: { userId: passed.id } }, me.token);
  await query("insert into daily_sets values ($1, '2026-04-05', array[$2::uuid], 3, now(), now())", me.id, passed.id);
  for (const other of [b, d]) await app.call(safety.blockMember, { body: { userId: other.id } }, me.token);
  await app.call(markCrushesSeen, {}, me.token);
  await submitTwice();
  const { url } = (await app.call(requestDataExport, { body: { password: PASSWORD } }, me.token)).body;
  const reply = await fetch(app.address + url);
  files = await readZip(Buffer.from(await reply.arrayBuffer()));
});

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (value === null || typeof value !== "object") return [];
  if (step === "*") return Object.values(value).flatMap((item) => valuesAt(item, rest));
  return step in value ? valuesAt((value as Row)[step], rest) : [];
}

/** Any of the paths has the value. */
interface Place {
  readonly file: string;
  readonly paths: readonly string[];
}

function shownAt({ file, paths }: Place): unknown[] {
  const [folder = "", rest] = file.split("*");
  const isIt = (name: string) => (rest === undefined ? name === file : name.startsWith(folder) && name.endsWith(rest));
  const contents = [...files].filter(([name]) => isIt(name)).map(([, content]) => JSON.parse(String(content)));
  return contents.flatMap((content) => paths.flatMap((path) => valuesAt(content, path.split("."))));
}

const KINDS: Readonly<Record<string, string>> = { crush: "crush", image: "image", signup: "welcome" };
const namesById = (id: unknown) => [me, ...others].find((one) => one.id === id)?.username;
const own = (side: "a" | "b") => (value: unknown, row: Row) => (row[`member_${side}_id`] === me.id ? value : undefined);

/** Values that are exported in another form. Undefined if they are not the member's own, or empty. */
const SHOWN: Readonly<Record<string, (value: unknown, row: Row) => unknown>> = {
  "profiles.height_inches": (inches) => heightText(Number(inches)),
  "profiles.h3_cell": (cell) => centreOf(String(cell)),
  "verification_requests.pose": (pose) => POSES[pose as Pose],
  "verification_requests.image_key": () => "verification/selfie.webp",
  "photos.position": (position) => Number(position) + 1,
  "photos.key": (_, { position }) => `photos/${Number(position) + 1}.webp`,
  "search_preferences.height_min": (inches) => heightText(Number(inches)),
  "search_preferences.height_max": (inches) => heightText(Number(inches)),
  "notification_preferences.disabled_flags": (disabled) =>
    Object.fromEntries(NOTIFICATION_FLAGS.map((flag) => [flag, !(disabled as string[]).includes(flag)])),
  "ledger_entries.source": (source) =>
    KINDS[String(source).split(":")[0] ?? ""] ?? PACKAGES.find(({ id }) => id === "power")?.name,
  "ledger_entries.other_id": namesById,
  "training.week": () => ["Monday, 5:00–7:00", "Sunday, 20:00–23:00"],
  "training.sports": () => ["Row: racing"],
  "training.counted_coarse": () => ["weekday daytime", "weekday evenings"],
  "training.counted_sports": () => ["Climb: easy"],
  "week_comparisons.parts": () => ["Monday, 5:00–7:00", "Sunday, 20:00–23:00"],
  "passes.passed_id": (id) => (id === passed.id ? passed.username : undefined),
  "daily_sets.member_ids": () => [passed.username],
  "reports.reported_id": namesById,
  "relationships.member_a_id": (id, row) => (id === me.id || row["matched_at"] === null ? undefined : namesById(id)),
  "relationships.member_b_id": (id, row) => (id === me.id || row["matched_at"] === null ? undefined : namesById(id)),
  "relationships.a_read_at": own("a"),
  "relationships.b_read_at": own("b"),
  "relationships.a_blocked_at": own("a"),
  "relationships.b_blocked_at": own("b"),
  "messages.sender_id": () => me.username,
  "conversation_settings.archived_sequence": () => true,
  "messages.reply_to_sequence": () => expect.any(String),
  "messages.content": (content) => content || undefined,
  "workout_dates.times": (times) => (times as Date[]).map((time) => time.toISOString()),
  "workout_dates.history": (changes) => {
    const mine = (changes as DateChange[]).flatMap(({ by, ...change }) => (by === "sender" ? [change] : []));
    return mine.length > 0 ? mine : undefined;
  },
  "retained_messages.content": (content) => content || undefined,
  "retained_messages.attachment_key": () => "deleted/message 1.webp",
  "retained_photos.key": () => "deleted/photo 1.webp",
  "messages.attachment_key": (_, { sequence }) =>
    expect.stringMatching(new RegExp(`^conversations/.+/${String(sequence)}\\.webp$`)),
};

const asJson = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

const exports = Object.values(MEMBER_DATA).flatMap((data) => Object.entries(data.export ?? {}));
const shownIn = exports.flatMap(([name, exported]): (readonly [file: string, Shown])[] => {
  if (isFiles(exported)) return Object.entries(exported.showsIn);
  if (isPart(exported)) return [[name, exported.shows]];
  return Object.entries(exported).map(([key, part]) => [name, within(key, part.shows)]);
});

/** The columns in the download, once for each file that has them. */
const personal = new Map<string, Place>();
for (const [file, shows] of shownIn) {
  for (const [column, paths] of Object.entries(shows)) {
    const name = `${column} in ${file}`;
    personal.set(name, { file, paths: [...(personal.get(name)?.paths ?? []), ...[paths].flat()] });
  }
}

describe("an export", () => {
  test("has a decision for every column of the schema", async () => {
    const rows = await query(
      `select table_name || '.' || column_name as name
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`,
    );
    const exported = new Set(shownIn.flatMap(([, shows]) => Object.keys(shows)));
    const withheld = Object.entries(ALL_TABLES).flatMap(([table, data]) =>
      Object.values(data.withheld).flatMap((columns) => wordsOf(columns).map((column) => `${table}.${column}`)),
    );
    expect([...exported, ...withheld].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  test.each([...personal])("contains %s", async (name, where) => {
    const [, table = "", column = ""] = /^(\w+)\.(\w+)/.exec(name) ?? [];
    const rows: Row[] = await query(`select * from ${table} where ${OWN[table] ?? "member_id = $1"}`, me.id);
    const show = SHOWN[`${table}.${column}`] ?? asJson;
    const kept = rows.filter((row) => row[column] !== null).map((row) => asJson(show(row[column], row)));
    const expected = kept.filter((value) => value !== undefined);
    expect(expected).not.toEqual([]);
    const shown = shownAt(where);
    for (const value of expected) expect(shown).toContainEqual(value);
  });

  test("contains the files of own photos and attachments, also deleted ones, and no others", async () => {
    const pictures = [...files.keys()].filter((name) => name.endsWith(".webp"));
    expect(pictures).toHaveLength(6);
    for (const name of pictures) expect(files.get(name)?.subarray(8, 12).toString()).toBe("WEBP");
    const named = [
      ...shownAt({ file: "photos.json", paths: ["*.file"] }),
      ...shownAt({ file: "verification.json", paths: ["*.file"] }),
      ...shownAt({ file: "conversations/*.json", paths: ["messages.*.picture"] }),
      ...shownAt({ file: "deleted/messages.json", paths: ["messages.*.picture"] }),
      ...shownAt({ file: "deleted/photos.json", paths: ["*.file"] }),
    ];
    expect(named.filter((name) => name !== null).toSorted()).toEqual(pictures.toSorted());
    // Two attachments of the others, and the selfie that was decided on.
    expect(named.filter((name) => name === null)).toHaveLength(3);
  });

  test("contains only names of other members and their messages to the member", async () => {
    const text = [...files]
      .filter(([name]) => !name.endsWith(".webp"))
      .map(([, content]) => String(content))
      .join("\n");
    const secrets = await query(
      `select password_hash as secret from accounts union all select encode(token_hash, 'hex') from sessions
       union all select key from photos union all select image_key from verification_requests where image_key is not null union all select attachment_key from messages where attachment_key is not null
       union all select key from retained_photos union all select attachment_key from retained_messages where attachment_key is not null
       union all select provider_id from subscriptions union all select id::text from members
       union all select id::text from messages union all select id::text from relationships`,
    );
    expect(text).not.toMatch(/an operator|a note/);
    const theirs = others.flatMap(({ email, token }) => [email, token]);
    for (const secret of [...secrets.map((row) => row["secret"]), ...theirs, me.token, PASSWORD]) {
      expect(text).not.toContain(secret);
    }
    for (const { username } of others) expect(text).toContain(`To me from ${username}`);
  });

  test("of an ended conversation contains the own side only, under a portable file name", async () => {
    const [, other] = others;
    if (!other) throw new Error("nobody is there");
    await app.call(safety.unmatch, { body: { userId: other.id } }, me.token);
    await query("update profiles set username = username || ' ..' where member_id = $1", other.id);
    const { url } = (await app.call(requestDataExport, { body: { password: PASSWORD } }, me.token)).body;
    const now = await readZip(Buffer.from(await (await fetch(app.address + url)).arrayBuffer()));
    const name = [...now.keys()].find((file) => file.endsWith(` ${other.username}.json`)) ?? "";
    const { isOver, messages } = JSON.parse(String(now.get(name)));
    expect([isOver, messages.map(({ from }: { from: string }) => from)]).toEqual([
      true,
      [me.username, me.username, me.username, me.username],
    ]);
  });

  test("describes each of its files", () => {
    const readme = String(files.get("README.txt"));
    const names = [...files.keys()].filter((name) => name !== "README.txt");
    const roots = new Set(names.map((name) => (name.includes("/") ? `${name.split("/")[0]}/` : name)));
    for (const name of [...roots, ...exports.map(([file]) => file)]) expect(readme).toContain(name);
    const deleted = /^deleted\/.*?(?=^\S)/ms.exec(readme)?.[0];
    for (const name of names) {
      const [, kind] = /^deleted\/(\w+)\.json$/.exec(name) ?? [];
      if (kind !== undefined) expect(deleted).toContain(kind);
    }
  });
});

describe("the deletion of an account", () => {
  test("erases the rows of all tables that nothing declares to outlive it", async () => {
    await app.call(deleteAccount, { body: { password: PASSWORD } }, me.token);
    await eraseDeleted(app);
    const left: string[] = [];
    for (const [table, data] of Object.entries(ALL_TABLES)) {
      if (!("erased" in data)) continue;
      const rows = await query(`select from ${table} where ${OWN[table] ?? "member_id = $1"}`, me.id);
      if (rows.length > 0) left.push(table);
    }
    expect(left).toEqual([]);
  });

  test("erases rows with those of another table by a foreign key, and by steps that exist", async () => {
    const cascades = await query(
      `select conrelid::regclass || ' with ' || confrelid::regclass as name from pg_constraint where confdeltype = 'c'`,
    );
    const known = cascades.map(({ name }) => name);
    for (const { tables, close, erase, sweep } of Object.values(MEMBER_DATA)) {
      for (const [table, data] of Object.entries(tables)) {
        if (!("erased" in data) || typeof data.erased === "string") continue;
        if ("withRowsOf" in data.erased) expect(known).toContain(`${table} with ${data.erased.withRowsOf}`);
        // A date goes with the message that carries it.
        const steps = { ...close, ...(table === "workout_dates" ? MEMBER_DATA["messages"]?.erase : erase) };
        if ("phase" in data.erased)
          expect([...Object.keys(steps), ...(sweep ? ["sweep"] : [])]).toContain(data.erased.phase);
      }
    }
  });
});
