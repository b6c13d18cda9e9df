import { describe, expect, test, vi } from "vitest";
import { forgotPassword, login, register } from "#contract/accounts/accounts.ts";
import { changeEmail } from "#contract/accounts/email-change.ts";
import { createCheckout } from "#contract/billing/payments.ts";
import { setConversationSettings } from "#contract/chat/messages.ts";
import { markCrushesSeen } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { passMember } from "#contract/discovery/passes.ts";
import { updateFilters } from "#contract/discovery/search-preferences.ts";
import { requestDataExport } from "#contract/member-data/member-data.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import * as safety from "#contract/moderation/reports.ts";
import { updateTraining } from "#contract/training/training.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import { reauthenticate } from "#server/domains/accounts/login/passwords.ts";
import { purgePendingUploads } from "#server/domains/members/photos/photos.service.ts";
import { purgeOldReports } from "#server/domains/moderation/reports/reports.service.ts";
import { newId } from "#server/platform/lib/ids.ts";
import {
  deletedMemberFixtures,
  findMemberReferences,
  findWords,
  listMemberColumns,
  mayOutliveAccount,
} from "#server/testing/deleted-member-fixtures.ts";
import { givePasskey, giveTotp } from "#server/testing/factors.ts";
import { createCompleteMember, createMatch, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { retention } from "#server/testing/retention.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const elsewhere = testApp({}, { sharedWith: app });
const { leave, crush, write, picture, photo, wallet, count, keysOf, hasFile, forbidden } = deletedMemberFixtures(app);
const { pass, purge } = retention(app);

/** A suspended member has no session to delete the account with. */
const NEVER = "suspensions.member_id";

async function beTold({ id }: TestMember, other: TestMember): Promise<void> {
  for (const statement of [
    "insert into export_links values (gen_random_uuid(), $1, sha256('a link'), now(), null, 1)",
    "insert into data_copies (id, member_id) values (gen_random_uuid(), $1)",
    "insert into presence values ('a-socket', $1, now())",
    "insert into member_usage (member_id, kind, count, ends_at) values ($1, 'cards', 1, now())",
    ...["crush", "message"].flatMap((cause) =>
      ["$1, $2", "$2, $1"].map(
        (sides) => `insert into notifications (member_id, other_id, cause, state, email_after)
          values (${sides}, '${cause}', 'pending', now()) on conflict do nothing`,
      ),
    ),
    `insert into push_subscriptions select gen_random_uuid(), $1, id, 'https://push.example', 'a', 'b' from sessions
     where member_id = $1`,
  ]) {
    const values = statement.includes("$2") ? [id, other.id] : [id];
    await app.database.pool.query(statement, values);
  }
}

describe("account deletion", () => {
  test("requires the password, and changes nothing without it", async () => {
    const me = await createCompleteMember(app);
    const { status, body } = await leave(me, "not the password");
    expect([status, body.errors]).toEqual([400, { password: "Your current password is incorrect." }]);
    expect((await leave(me, "")).body.errors).toEqual({ password: "Password is required" });
    const endless = await leave(me, "x".repeat(201));
    expect(endless.body.errors).toEqual({ password: "Password must be at most 200 characters" });
    expect((await app.call(getProfile, {}, me.token)).status).toBe(200);
    expect((await app.fetch("/api/account/delete", { method: "POST" })).status).toBe(401);
  });

  test("leaves an id and a time, and none of the member's data", async () => {
    const [me, other] = await createMatch(app);
    const third = await createCompleteMember(app);
    await photo(me);
    await app.call(updateFilters, { body: { ageMin: 33 } }, me.token);
    await app.call(browse, {}, me.token);
    await write(me, other, "A word that stands nowhere else");
    await picture(me, other);
    await app.call(setConversationSettings, { params: { userId: other.id }, body: { isMuted: true } }, me.token);
    await crush(me, third);
    await app.call(safety.blockMember, { body: { userId: third.id } }, me.token);
    const [fourth, fifth] = [await createCompleteMember(app), await createCompleteMember(app)];
    await app.call(passMember, { params: { userId: fourth.id } }, me.token);
    await app.call(passMember, { params: { userId: me.id } }, fifth.token);
    // A list of ids, which no foreign key finds.
    const set = "daily_sets where member_ids @> array[$1::uuid]";
    await app.database.pool.query(
      `insert into daily_sets (member_id, day, member_ids, size) values
         ($1, '2026-04-05', array[$2::uuid, $3::uuid], 2), ($2, '2026-04-05', array[$1::uuid], 1)`,
      [fifth.id, me.id, fourth.id],
    );
    await app.call(markCrushesSeen, {}, me.token);
    await app.call(requestDataExport, { body: { password: PASSWORD } }, me.token);
    await app.call(createCheckout, { body: { packageId: "power" } }, me.token);
    await app.database.pool.query(
      "insert into email_tokens values (sha256('link'), $1, 'verify', $2, now() + interval '1 day')",
      [me.id, me.email],
    );
    const wanted = { email: "New@Elsewhere.example", currentPassword: PASSWORD };
    await app.call(changeEmail, { body: wanted }, me.token);
    await app.call(forgotPassword, { body: { email: me.email } });
    await app.database.pool.query(
      `with thread as (
         insert into contact_threads (id, number, member_id) values (gen_random_uuid(), 'C-2', $1) returning id
       ), answer as (
         insert into contact_answers (id, thread_id, token_hash, words, answered_by)
         select gen_random_uuid(), id, sha256('reply'), 'An answer', 'an operator' from thread
       )
       insert into contact_messages (id, member_id, thread_id, name, email, subject, message, is_honeypot_hit)
       select gen_random_uuid(), $1, id, $2, $3, 'Other', 'A letter', false from thread`,
      [me.id, me.username, me.email],
    );
    await givePasskey(app, me);
    await giveTotp(app, me);
    // The first factor ended the pending change.
    await app.database.pool.query(
      "insert into email_changes values ($1, $2, lower($2), now()) on conflict do nothing",
      [me.id, wanted.email],
    );
    await app.database.pool.query(
      "insert into verification_requests (id, member_id, pose) values (gen_random_uuid(), $1, 'thumb_up')",
      [me.id],
    );
    await app.call(
      updateTraining,
      { body: { parts: [4], sports: [], isShared: true, consentVersion: TRAINING_CONSENT_VERSION } },
      me.token,
    );
    await app.database.pool.query(
      `with contact as (
         insert into trusted_contacts (id, member_id, name, known_as, email, address_hash, token_hash, asked_at)
         values (gen_random_uuid(), $1, 'A name for a friend', 'Ana', 'friend@elsewhere.example', 'a', 'b', now()) returning id
       ), refused as (
         insert into refused_contacts (member_id, address_hash, refused_at) values ($1, 'c', now())
       )
       insert into date_shares (id, member_id, contact_id, token_hash, check_back, created_at)
       select gen_random_uuid(), $1, id, 'd', true, now() from contact`,
      [me.id],
    );
    await beTold(me, other);
    const friend = ["A name for a friend", "friend@elsewhere.example"];
    const words = [me.username, me.email, wanted.email, "A word that stands nowhere else", ...friend];
    expect(await findWords(app, words)).not.toEqual([]);
    expect(await count(set, me.id)).toBe(1);
    const forgotten = (await listMemberColumns(app)).filter((column) => !mayOutliveAccount(column) && column !== NEVER);
    expect(forgotten.length).toBeGreaterThan(30);
    expect(await findMemberReferences(app, me.id)).toEqual(expect.arrayContaining(forgotten));
    expect((await leave(me)).body).toEqual({ success: true });

    expect(await forbidden(me)).toEqual([]);
    expect([await count(set, me.id), await count(set, fourth.id)]).toEqual([0, 1]);
    // For reports only, for 30 days.
    expect(await findWords(app, words)).toEqual([
      "public.retained_messages.content: A word that stands nowhere else",
      `public.retained_profiles.username: ${me.username}`,
    ]);
    await pass(31);
    await purge();
    expect(await findMemberReferences(app, me.id)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^retained_(?!blocks)/)]),
    );
    expect(await findWords(app, words)).toEqual([]);
    const { rows } = await app.database.pool.query("select * from members where id = $1", [me.id]);
    const { deleted_at: at } = rows[0];
    expect(rows).toEqual([
      {
        id: me.id,
        hidden_until: null,
        status: "deleted",
        is_demo: false,
        read_receipts: true,
        daily_set: true,
        joined_at: at,
        last_active_at: at,
        deleted_at: expect.any(Date),
      },
    ]);
  });

  test("leaves amounts in the ledger, and not with whom the member had crushes and images", async () => {
    const [me, other] = await createMatch(app);
    const third = await createCompleteMember(app);
    await crush(me, third);
    for (const [from, to] of [
      [me, other],
      [other, me],
    ] as const)
      await picture(from, to);
    const entries = async () =>
      (
        await app.database.pool.query(
          `select wallets.member_id, kind, change, source, other_id
           from ledger_entries join wallets on wallets.id = wallet_id where wallets.member_id = any($1)
           order by ledger_entries.id`,
          [[me.id, other.id, third.id]],
        )
      ).rows;
    const amounts = (rows: Awaited<ReturnType<typeof entries>>) =>
      rows.map(({ member_id, kind, change }) => ({ member_id, kind, change }));
    const before = await entries();
    const forget = (id: string) => app.database.pool.query("select forget_counterparts($1)", [id]);
    await expect(forget(me.id)).rejects.toThrow("the account is not deleted");
    await leave(me);
    const after = await entries();
    // The crush that the third member has not answered is not paid back: its sender has left.
    expect(amounts(after)).toEqual(amounts(before));
    expect(after.filter((row) => row.other_id === me.id || (row.member_id === me.id && row.other_id))).toEqual([]);
    const sourcesOf = ({ id }: TestMember) =>
      after.filter(({ member_id, kind }) => member_id === id && kind !== "bonus").map(({ source }) => source);
    const mine = new Set(sourcesOf(me).filter((source) => source !== "signup"));
    expect(mine.size).toBe(3);
    expect([...sourcesOf(other), ...sourcesOf(third)].filter((source) => mine.has(source))).toEqual([]);
    const { history } = await wallet(other);
    expect(history.map(({ recipientName, senderName }) => recipientName ?? senderName)).toEqual(
      expect.arrayContaining(["Deleted member", "Deleted member", "Deleted member"]),
    );
  });

  test("ends all sessions and sockets at once, in every process, and rejects logins", async () => {
    const me = await createCompleteMember(app);
    const second = (await app.call(login, { body: { email: me.email, password: PASSWORD } })).body.token;
    const devices = [await connectDevice(app, me.token), await connectDevice(elsewhere, second)];
    const cut = devices.map(({ socket }) => new Promise((resolve) => socket.once("disconnect", resolve)));
    await leave(me);
    expect(await Promise.all(cut)).toEqual(["io server disconnect", "io server disconnect"]);
    for (const token of [me.token, second]) expect((await app.call(getProfile, {}, token)).status).toBe(401);
    expect((await app.call(login, { body: { email: me.email, password: PASSWORD } })).status).toBe(401);
    expect((await leave(me)).status).toBe(401);
    const letInBefore = { id: me.id, username: me.username, sessionId: newId() };
    const origin = { address: "127.0.0.1", device: "", cookies: undefined };
    const late = reauthenticate(app.ctx, letInBefore, { password: PASSWORD, field: "password", origin });
    await expect(late).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("frees the address and the username at once", async () => {
    const { email, username, ...me } = await createCompleteMember(app);
    await leave({ email, username, ...me });
    const form = { email, username, password: PASSWORD, confirmPassword: PASSWORD, dateOfBirth: "1994-05-17" };
    const { status, body } = await app.call(register, { body: form });
    expect(status).toBe(201);
    expect(body.user._id).not.toBe(me.id);
    expect(await wallet({ ...me, email, username, token: body.token })).toMatchObject({ balance: 5 });
  });

  test("deletes the files of photos and sent attachments after 30 days, and no others", async () => {
    const [me, other] = await createMatch(app);
    await photo(me);
    await photo(other);
    await picture(me, other);
    await picture(other, me);
    const mine = [
      ...(await keysOf("select key from photos where member_id = $1", me.id)),
      ...(await keysOf("select attachment_key as key from messages where sender_id = $1", me.id)),
    ];
    const theirs = [
      ...(await keysOf("select key from photos where member_id = $1", other.id)),
      ...(await keysOf("select attachment_key as key from messages where sender_id = $1", other.id)),
    ];
    const { photos } = (await app.call(getMember, { params: { userId: me.id } }, other.token)).body.user.profile;
    expect([...mine, ...theirs].map(hasFile)).toEqual([true, true, true, true]);
    await leave(me);
    expect((await fetch(app.address + (photos[0]?.url ?? ""))).status).toBe(404);
    expect([...mine, ...theirs].map(hasFile)).toEqual([true, true, true, true]);
    await pass(31);
    await purge();
    await expect.poll(() => mine.map(hasFile)).toEqual([false, false]);
    expect(theirs.map(hasFile)).toEqual([true, true]);
    await expect.poll(() => count("pending_uploads")).toBe(0);
  });
});

test("retries files that cannot be deleted at the next cleanup", async () => {
  const me = await createCompleteMember(app);
  await photo(me);
  const keys = await keysOf("select key from photos where member_id = $1", me.id);
  const removing = vi.spyOn(app.ctx.photos, "delete").mockRejectedValue(new Error("the disk is away"));
  await leave(me);
  await expect.poll(() => removing.mock.calls.length).toBe(1);
  removing.mockRestore();
  expect(keys.map(hasFile)).toEqual([true]);
  await purgePendingUploads(app.ctx);
  expect(keys.map(hasFile)).toEqual([false]);
});

test("keeps reports by and about the member for a year, with their evidence", async () => {
  const [me, other] = await createMatch(app);
  await photo(me);
  await photo(other);
  await write(me, other, "Evidence");
  const about = { userId: me.id, reason: REPORT_REASONS[0] };
  await app.call(safety.reportMember, { body: about }, other.token);
  await app.call(safety.reportMember, { body: { ...about, userId: other.id } }, me.token);
  const copies = await keysOf(
    "select key from report_images join reports on reports.id = report_id where $1 in (reporter_id, reported_id)",
    me.id,
  );
  const goneFor = (days: number) =>
    app.database.pool.query("update members set deleted_at = now() - make_interval(days => $2) where id = $1", [
      me.id,
      days,
    ]);
  const sweep = () => app.ctx.transact((tx) => purgeOldReports(app.ctx, tx));
  await leave(me);
  await goneFor(364);
  await sweep();
  expect(await count("reports where $1 in (reporter_id, reported_id)", me.id)).toBe(2);
  expect(copies.map(hasFile)).toEqual([true, true]);
  await goneFor(366);
  await sweep();
  expect(await count("reports where $1 in (reporter_id, reported_id)", me.id)).toBe(0);
  await expect.poll(() => copies.map(hasFile)).toEqual([false, false]);
});
