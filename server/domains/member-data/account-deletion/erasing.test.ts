import { describe, expect, test } from "vitest";
import { login } from "#contract/accounts/accounts.ts";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import * as messages from "#contract/chat/messages.ts";
import { CRUSH_LISTS } from "#contract/crushes/crush-lists.ts";
import {
  getCrushCounts,
  getCrushes,
  getCrushList,
  getNewMatches,
  getUnseenCrushCount,
  sendCrush,
} from "#contract/crushes/crushes.ts";
import { getDailySet } from "#contract/discovery/daily-set.ts";
import { browse, findUnavailable, getMember } from "#contract/discovery/discovery.ts";
import { listPasses } from "#contract/discovery/passes.ts";
import { deleteAccount, requestDataExport } from "#contract/member-data/member-data.ts";
import {
  blockMember,
  listBlocked,
  listPastContacts,
  reportMember,
  unblockMember,
} from "#contract/moderation/reports.ts";
import { getWeekComparison } from "#contract/training/week-comparisons.ts";
import { hashToken } from "#server/domains/accounts/accounts.policy.ts";
import { createSessionCache } from "#server/domains/accounts/sessions/session-cache.ts";
import {
  changeAttachmentCheck,
  lockConversationOf,
} from "#server/domains/chat/attachments/attachment-checks.service.ts";
import { deletedMemberFixtures, findWords } from "#server/testing/deleted-member-fixtures.ts";
import {
  createCompleteMember,
  createConfirmedMember,
  createMatch,
  PASSWORD,
  type TestMember,
} from "#server/testing/members.ts";
import { readZip } from "#server/testing/read-zip.ts";
import { eraseDeleted, runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({});
const { crush, write, picture, photo, thread, conversations, wallet, count, forbidden } = deletedMemberFixtures(app);
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
/** Without what the job does. */
const close = ({ token }: TestMember) => app.call(deleteAccount, { body: { password: PASSWORD } }, token);
const isBeingErased = ({ id }: TestMember) => count("erasures where member_id = $1", id);

const WORDS = "A word that stands nowhere else";

/** A match with messages of both, an admirer, and a photo. */
async function createKnown() {
  const [me, other] = await createMatch(app);
  const admirer = await createCompleteMember(app);
  await crush(admirer, me);
  await photo(me);
  await write(other, me, "Mine");
  await write(me, other, WORDS);
  await picture(me, other);
  return { me, other, admirer };
}

describe("between the answer and the end of the job", () => {
  const exported = async (viewer: TestMember) => {
    const { url } = (await app.call(requestDataExport, { body: { password: PASSWORD } }, viewer.token)).body;
    const files = await readZip(Buffer.from(await (await fetch(app.address + url)).arrayBuffer()));
    return [...files].map(([name, content]) => `${name} ${content}`);
  };
  const LISTS: Readonly<Record<string, (viewer: TestMember, gone: TestMember) => Promise<unknown>>> = {
    browse: ({ token }) => app.call(browse, {}, token),
    "the daily set": ({ token }) => app.call(getDailySet, {}, token),
    "a profile by its link": ({ token }, { id }) => app.call(getMember, { params: { userId: id } }, token),
    crushes: ({ token }) => app.call(getCrushes, {}, token),
    "pages of crushes": ({ token }) =>
      Promise.all(CRUSH_LISTS.map((list) => app.call(getCrushList, { params: { list } }, token))),
    "new matches": ({ token }) => app.call(getNewMatches, {}, token),
    conversations: (viewer) => conversations(viewer),
    "archived conversations": ({ token }) =>
      app.call(messages.getConversations, { query: { archived: "true" } }, token),
    "the thread": (viewer, gone) => thread(viewer, gone),
    "what was missed in it": (viewer, gone) => thread(viewer, gone, { after: 0 }),
    "the search in messages": ({ token }) => app.call(messages.searchMessages, { body: { text: "word" } }, token),
    passes: ({ token }) => app.call(listPasses, {}, token),
    blocks: ({ token }) => app.call(listBlocked, {}, token),
    wallet: (viewer) => wallet(viewer),
    "the comparison of weeks": ({ token }, { id }) => app.call(getWeekComparison, { params: { userId: id } }, token),
    "a download": (viewer) => exported(viewer),
  };

  test("nobody sees anything of the member, in any list", async () => {
    const { me, other, admirer } = await createKnown();
    await app.call(
      messages.setConversationSettings,
      { params: { userId: me.id }, body: { isArchived: true } },
      other.token,
    );
    const seen = async (name: string, viewer: TestMember) => JSON.stringify(await LISTS[name]?.(viewer, me));
    const before = (await Promise.all(Object.keys(LISTS).map((name) => seen(name, other)))).join("");
    for (const word of [me.username, WORDS]) expect(before).toContain(word);
    const { photos } = (await app.call(getMember, { params: { userId: me.id } }, other.token)).body.user.profile;
    const image = (await thread(other, me)).body.messages.find(({ imageUrl }) => imageUrl)?.imageUrl ?? "";
    const urls = [...photos.flatMap(({ url, thumbnailUrl }) => [url, thumbnailUrl]), image];
    for (const url of urls) expect((await fetch(app.address + url)).status).toBe(200);

    expect((await close(me)).status).toBe(200);
    expect(await isBeingErased(me)).toBe(1);
    for (const viewer of [other, admirer]) {
      for (const name of Object.keys(LISTS)) {
        const shown = await seen(name, viewer);
        for (const word of [me.username, WORDS]) expect(`${name}: ${shown}`).not.toContain(word);
      }
      expect((await app.call(getUnseenCrushCount, {}, viewer.token)).body).toMatchObject({ unseen: 0 });
      const counts = { received: 0, sent: 0, matches: 0, active: 0 };
      expect((await app.call(getCrushCounts, {}, viewer.token)).body).toMatchObject({ counts });
      const totals = { unread: 0, archived: 0 };
      expect((await app.call(messages.getConversations, {}, viewer.token)).body).toMatchObject(totals);
      const body = { ids: [me.id] };
      expect((await app.call(findUnavailable, { body }, viewer.token)).body.gone).toEqual([me.id]);
    }
    for (const url of urls) expect((await fetch(app.address + url)).status).toBe(404);
    expect(await findWords(app, [me.email])).toEqual([]);
  });

  test("a match gets the answer about a deleted member, and can read what they wrote once it is erased", async () => {
    const { me, other, admirer } = await createKnown();
    await close(me);
    const params = { conversationId: conversationIdOf(other.id, me.id) };
    const answers = [
      await write(other, me, "Are you there?"),
      await picture(other, me),
      await thread(other, me),
      await app.call(messages.markRead, { params }, other.token),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([404, "member_deleted"]));
    expect((await crush(admirer, me)).body.code).toBe("profile_not_found");
    expect(await conversations(other)).toEqual([]);
    await eraseDeleted(app);
    expect((await conversations(other)).map(({ otherUser }) => otherUser.username)).toEqual(["Deleted member"]);
    expect((await thread(other, me)).body.messages.map(({ content }) => content)).toEqual(["Mine"]);
    expect((await write(other, me, "Are you there?")).body.code).toBe("member_deleted");
  });

  test("a picture whose check ends then reaches nobody", async () => {
    const { me, other } = await createKnown();
    const [{ id }] = await query("select id from messages where sender_id = $1 and attachment_key is not null", me.id);
    await query("update messages set check_state = 'pending' where id = $1", id);
    const device = await connectDevice(app, other.token);
    await close(me);
    await app.ctx.transact(async (tx) => {
      await lockConversationOf(tx, id);
      await changeAttachmentCheck(app.ctx, tx, id, null);
    });
    await eraseDeleted(app);
    await device.waitFor("member_deleted");
    expect(device.received.map(({ event }) => event)).not.toContain("new_message");
    device.close();
  });

  test("a report is accepted, with its evidence", async () => {
    const { me, other } = await createKnown();
    await close(me);
    const contacts = (await app.call(listPastContacts, {}, other.token)).body.contacts;
    expect(contacts.map(({ username }) => username)).toEqual([me.username]);
    const [reported] = await Promise.all([
      app.call(reportMember, { body: { userId: me.id, reason: "Something else" } }, other.token),
      eraseDeleted(app),
    ]);
    expect(reported.status).toBe(201);
    const [{ evidence }] = await query("select evidence from reports where reporter_id = $1", other.id);
    expect(JSON.stringify(evidence)).toContain(WORDS);
  });

  test("a new account with the same address has nothing of the old one but the blocks, also once that is erased", async () => {
    const me = await createConfirmedMember(app);
    const [match, stranger] = [await createCompleteMember(app), await createCompleteMember(app)];
    for (const [one, another] of [
      [me, match],
      [match, me],
    ] as const)
      await crush(one, another);
    await write(match, me, WORDS);
    await app.call(blockMember, { body: { userId: me.id } }, stranger.token);
    await close(me);
    const again = await createConfirmedMember(app, me.email);
    const view = async (viewer: TestMember, { id }: TestMember) =>
      (await app.call(getMember, { params: { userId: id } }, viewer.token)).status;
    const stands = async () => ({
      conversations: await conversations(again),
      apart: [await view(again, stranger), await view(stranger, again)],
      together: [await view(again, match), await view(match, again)],
      entries: (await wallet(again)).history.map(({ action }) => action),
    });
    const before = await stands();
    expect(before).toMatchObject({ conversations: [], apart: [404, 404], together: [200, 200] });
    await app.call(unblockMember, { body: { userId: again.id } }, stranger.token);
    await eraseDeleted(app);
    expect(await stands()).toEqual(before);
    expect(await isBeingErased(me)).toBe(0);
  });

  test("a second deletion, a login and a crush change nothing", async () => {
    const { me, admirer } = await createKnown();
    await close(me);
    expect((await close(me)).status).toBe(401);
    expect((await app.call(login, { body: { email: me.email, password: PASSWORD } })).status).toBe(401);
    const [late] = await Promise.all([
      app.call(sendCrush, { body: { recipientId: me.id } }, admirer.token),
      eraseDeleted(app),
      runJob(app.ctx, "erase-account", { memberId: me.id }),
    ]);
    expect(late.status).toBe(404);
    expect((await wallet(admirer)).history.filter(({ action }) => action === "refund")).toHaveLength(1);
    expect(await isBeingErased(me)).toBe(0);
  });
});

test("what is written before the answer does not depend on what the member has", async () => {
  const { me } = await createKnown();
  const TABLES = ["relationships", "messages", "notifications", "ledger_entries", "passes", "daily_sets"];
  await query("insert into daily_sets select id, '2026-04-05', array[$1::uuid], 1, now() from members limit 3", me.id);
  // A lock of a row shows in it, too.
  const rowsOf = async () => {
    const found = TABLES.map((table) => query(`select ctid::text, xmin::text, xmax::text from ${table} order by ctid`));
    return (await Promise.all(found)).map((rows, i) => ({ table: TABLES[i], rows }));
  };
  const before = await rowsOf();
  expect(before.filter(({ rows }) => rows.length === 0).map(({ table }) => table)).toEqual(["passes"]);
  await close(me);
  expect(await rowsOf()).toEqual(before);
  expect(await query("select data from jobs.job where name = 'erase-account' and state = 'created'")).toContainEqual({
    data: { memberId: me.id },
  });
  await eraseDeleted(app);
  expect(await forbidden(me)).toEqual([]);
});

/** Texts of a member in a conversation, far more than a transaction erases. */
async function writeMany(me: TestMember, other: TestMember, many: number): Promise<string> {
  const [{ id }] = await query(
    `update relationships set last_sequence = last_sequence + $3, revision = revision + $3
     where member_a_id = least($1::uuid, $2) and member_b_id = greatest($1::uuid, $2) returning id`,
    me.id,
    other.id,
    many,
  );
  await query(
    `insert into messages (id, relationship_id, sequence, revision, sender_id, content)
     select gen_random_uuid(), $1, nth, nth, case when nth % 2 = 0 then $2::uuid else $3 end, 'Text ' || nth
     from generate_series(1, $4::int) as nth`,
    id,
    me.id,
    other.id,
    many,
  );
  return id;
}

test("a long conversation is erased by parts, with a revision for each message", async () => {
  const [me, other] = await createMatch(app);
  const id = await writeMany(me, other, 2500);
  await close(me);
  await eraseDeleted(app);
  const [erased] = await query(
    `select count(*)::int as messages, count(distinct revision)::int as revisions, max(revision)::int as last
     from messages where relationship_id = $1 and deleted_at is not null and content = ''`,
    id,
  );
  expect(erased).toEqual({ messages: 1250, revisions: 1250, last: 3750 });
  expect(await count("retained_messages where relationship_id = $1", id)).toBe(1250);
  expect(await count("messages where relationship_id = $1 and deleted_at is null", id)).toBe(1250);
  expect((await conversations(other)).map(({ otherUser }) => otherUser._id)).toEqual([me.id]);
  expect(await isBeingErased(me)).toBe(0);
});

test("a conversation that cannot be erased stops no other, and is erased once it can", async () => {
  const me = await createCompleteMember(app);
  const others = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
  for (const other of others) {
    await crush(me, other);
    await crush(other, me);
    await picture(me, other);
  }
  // Its message is retained already, which the primary key refuses.
  const [{ relationship_id: broken }] = await query(
    `insert into retained_messages (message_id, relationship_id, content, purge_after)
     select id, relationship_id, '', now() + interval '1 day' from messages where sender_id = $1
     order by relationship_id limit 1 returning relationship_id`,
    me.id,
  );
  await close(me);
  const open = () =>
    query("select id from relationships where $1 in (member_a_id, member_b_id) and ended_at is null", me.id);
  await expect(eraseDeleted(app)).rejects.toThrow(/retained_messages/);
  expect(await open()).toEqual([{ id: broken }]);
  expect(await isBeingErased(me)).toBe(1);
  await query("delete from retained_messages where relationship_id = $1", broken);
  await eraseDeleted(app);
  expect([await open(), await isBeingErased(me)]).toEqual([[], 0]);
});

test("nothing is stored for a device whose session a process still knows, nor does it read", async () => {
  const { me, other } = await createKnown();
  await write(other, me, "Are you there?");
  await close(me);
  await eraseDeleted(app);
  const sessionId = hashToken(me.token).toString("hex");
  const caller = { id: me.id, username: me.username, sessionId };
  await app.ctx.singleton(createSessionCache).read(sessionId, async () => caller);
  const device = await connectDevice(app, other.token);
  const settings = { params: { userId: other.id }, body: { isMuted: true } };
  expect((await app.call(messages.setConversationSettings, settings, me.token)).status).toBe(401);
  const params = { conversationId: conversationIdOf(me.id, other.id) };
  await app.call(messages.markRead, { params }, me.token);
  expect(await forbidden(me)).toEqual([]);
  expect(await count("relationship_sides where member_id = $1 and my_read_at is not null", me.id)).toBe(0);
  await crush(await createCompleteMember(app), other);
  await device.waitFor("crush_received");
  expect(device.received.map(({ event }) => event)).not.toContain("messages_read");
  device.close();
});

test("a process that stops hands the rest of an erasure to another job, also once some of it has failed", async () => {
  const { me } = await createKnown();
  await close(me);
  const handOver = async (before: object) => {
    app.ctx.draining.now = true;
    await runJob(app.ctx, "erase-account", { memberId: me.id, ...before }).finally(() => {
      app.ctx.draining.now = false;
    });
    const [next] = await query(
      `delete from jobs.job where name = 'erase-account' and data->>'memberId' = $1 and data ? 'after'
       returning data - 'memberId' as progress`,
      me.id,
    );
    return next.progress;
  };
  const [{ last }] = await query(
    "select max(id::text) as last from relationships where $1 in (member_a_id, member_b_id)",
    me.id,
  );
  const progress = await handOver({ hasFailed: true });
  expect(progress).toEqual({ after: last, hasFailed: true });
  await runJob(app.ctx, "erase-account", { memberId: me.id, ...progress });
  expect(await isBeingErased(me)).toBe(1);
  await eraseDeleted(app);
  expect([await isBeingErased(me), await forbidden(me)]).toEqual([0, []]);
});
