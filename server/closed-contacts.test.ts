import assert from "node:assert";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { sendAttachment, sendMessage, setConversationSettings } from "#contract/chat/messages.ts";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import { browse, findUnavailable, getMember } from "#contract/discovery/discovery.ts";
import { countPeople } from "#contract/discovery/search-preferences.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { requestDataExport } from "#contract/member-data/member-data.ts";
import { blockMember, reportMember, unmatch } from "#contract/moderation/reports.ts";
import { updateTraining } from "#contract/training/training.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import { addTrustedContact, shareDate } from "#contract/training/trusted-contacts.ts";
import { compareWeeks } from "#contract/training/week-comparisons.ts";
import { lockConversationOf, takeDownAttachment } from "#server/domains/chat/attachments/attachment-checks.service.ts";
import { purgeEndedConversations } from "#server/domains/chat/messages/messages.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { ACCESS, makeScene, type RequestParts, type Rule, type Scene } from "#server/testing/access-rules.ts";
import { findOpenCase } from "#server/testing/cases.ts";
import { endpoints, leavesOf, nameOf } from "#server/testing/endpoints.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import {
  confirmEmail,
  createCompleteMember,
  createMatch,
  newEmail,
  PASSWORD,
  type TestMember,
} from "#server/testing/members.ts";
import { readZip } from "#server/testing/read-zip.ts";
import { runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

/**
 * Members learn nothing about members with whom contact has ended, who hide, or on whom moderation has acted. The calls
 * are those of `access-rules.ts`.
 */

const app = testApp();

interface Pair {
  readonly viewer: TestMember;
  readonly other: { readonly id: string; readonly username: string };
  readonly scene: Scene;
}

const hide = (member: TestMember) => app.call(updatePrivacy, { body: { hidden: true } }, member.token);
const block = (me: TestMember, { id }: { id: string }) => app.call(blockMember, { body: { userId: id } }, me.token);
const suspend = ({ username }: TestMember) =>
  suspendMember(app.ctx, { who: "ada", reason: "A test" }, username, null, "Threats.");

async function unlist(member: TestMember, reporter: TestMember): Promise<void> {
  const reported = { userId: member.id, reason: "Something else" } as const;
  expect((await app.call(reportMember, { body: reported }, reporter.token)).status).toBe(201);
  const caseId = await findOpenCase(app, member.id);
  const { version } = await app.ctx.db
    .selectFrom("cases")
    .select("version")
    .where("id", "=", caseId)
    .executeTakeFirstOrThrow();
  const decision = {
    caseId,
    version,
    acts: [{ act: "unlist" } as const],
    facts: "Somebody else's photos.",
    rule: "be_you" as const,
  };
  await decide(app.ctx, { kind: "operator", who: "ada", reason: "" }, decision);
}

/** They were matched and have written to each other. What happened then must not show. */
const ENDINGS: Readonly<Record<string, (me: TestMember, other: TestMember) => Promise<unknown>>> = {
  "was unmatched": (me, other) => app.call(unmatch, { body: { userId: me.id } }, other.token),
  "was blocked": (me, other) => block(other, me),
  "was unmatched by a member who hides": async (me, other) => {
    await app.call(unmatch, { body: { userId: me.id } }, other.token);
    await hide(other);
  },
  "was matched with a member who is suspended": (_, other) => suspend(other),
};

/** They had no contact. That the other one exists must not show. */
const ABSENCES: Readonly<Record<string, (me: TestMember, other: TestMember) => Promise<unknown>>> = {
  "looks for nobody": async () => undefined,
  "looks for a member who hides": (_, other) => hide(other),
  "looks for an unlisted member": async (_, other) => unlist(other, await createCompleteMember(app)),
  "looks for a suspended member": (_, other) => suspend(other),
  "looks for a member who has blocked them": (me, other) => block(other, me),
};

async function compareTheirWeeks(...pair: readonly [TestMember, TestMember]) {
  const body = { parts: [4, 16], sports: [], isShared: true, consentVersion: TRAINING_CONSENT_VERSION };
  for (const { token } of pair) expect((await app.call(updateTraining, { body }, token)).status).toBe(200);
  for (const [me, other] of [pair, pair.toReversed()] as const)
    expect((await app.call(compareWeeks, { params: { userId: other?.id ?? "" } }, me?.token)).status).toBe(200);
}

async function shareDateWithSomebody(me: TestMember, { _id: messageId }: { _id: string }) {
  await confirmEmail(app, me);
  const body = { name: "Kim", knownAs: "Ana", email: newEmail() };
  const { contact } = (await app.call(addTrustedContact, { body }, me.token)).body;
  const share = { params: { messageId }, body: { contactId: contact._id, checkBack: true } };
  expect((await app.call(shareDate, share, me.token)).status).toBe(201);
}

async function makeEnded(end: (me: TestMember, other: TestMember) => Promise<unknown>): Promise<Pair> {
  const [viewer, other] = await createMatch(app);
  const write = async (from: TestMember, to: TestMember) =>
    (await app.call(sendMessage, { body: { receiverId: to.id, content: "Hello" } }, from.token)).body.message._id;
  const repliedId = await write(viewer, other);
  const messageId = await write(other, viewer);
  const { body } = await workoutDates(app).propose(other, viewer);
  await compareTheirWeeks(viewer, other);
  await shareDateWithSomebody(viewer, await workoutDates(app).agreed(viewer, other));
  const muted = { params: { userId: other.id }, body: { isMuted: true } };
  expect((await app.call(setConversationSettings, muted, viewer.token)).status).toBe(200);
  await end(viewer, other);
  return {
    viewer,
    other,
    scene: await makeScene(viewer.id, other, { repliedId, messageId, dateId: body.message._id }),
  };
}

async function makeAbsent(name: string, leave: (me: TestMember, other: TestMember) => Promise<unknown>): Promise<Pair> {
  const [viewer, member] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
  await leave(viewer, member);
  const other = name === "looks for nobody" ? { id: randomUUID(), username: "nobody" } : member;
  return { viewer, other, scene: await makeScene(viewer.id, other, {}) };
}

interface AboutCall {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly rule: Rule;
}

const byName = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));
/** In the order of the table, where those that change a relationship come last. */
const CALLS: readonly AboutCall[] = Object.entries(ACCESS).flatMap(([name, rules]) => {
  const endpoint = byName.get(name);
  return [rules].flat().flatMap((rule) => (endpoint && rule.isAbout ? [{ name, endpoint, rule }] : []));
});

/** Differs between any two responses. */
const PASSING = new Set(["date", "x-request-id"]);

/** A text without the names of the pair, ids, addresses, times and numbers of reports. */
function comparable({ viewer, other, scene }: Pair, text: string): string {
  const known: readonly string[] = [viewer.id, other.id, viewer.username, other.username, scene.messageId];
  return known
    .reduce((rest, value) => rest.replaceAll(value, "…"), text)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "<id>")
    .replaceAll(/\w+@example\.com/g, "<email>")
    .replaceAll(/R-[A-Z0-9]{6}/g, "<report>");
}

async function read(pair: Pair, { endpoint, rule }: AboutCall) {
  const reply = await app.call(endpoint, rule.request(pair.scene) as RequestParts as never, pair.viewer.token);
  const headers = Object.fromEntries([...reply.headers].filter(([name]) => !PASSING.has(name)));
  return { status: reply.status, headers, body: comparable(pair, JSON.stringify(reply.body)) };
}

/** Calls of members for lists, which are about whoever is in them. */
const LISTS = endpoints.filter(
  ({ method, path, access }) => method === "GET" && access === "member" && !path.includes(":"),
);

async function readLists(pair: Pair) {
  const lists: Record<string, unknown> = {};
  for (const endpoint of LISTS) {
    const [rule] = [ACCESS[nameOf(endpoint)]].flat();
    if (rule && !rule.isAbout) lists[nameOf(endpoint)] = await read(pair, { name: "", endpoint, rule });
  }
  return lists;
}

async function readExport(pair: Pair) {
  const { body } = await app.call(requestDataExport, { body: { password: PASSWORD } }, pair.viewer.token);
  const files = await readZip(Buffer.from(await (await fetch(app.address + body.url)).arrayBuffer()));
  files.delete("README.txt");
  return [...files].map(([name, file]) => [comparable(pair, name), comparable(pair, String(file))]).toSorted();
}

/** The responses to all calls about the other member, by call. Some change what is between the two. */
async function readAll(pair: Pair) {
  const replies: Record<string, Awaited<ReturnType<typeof read>>> = {};
  for (const [nth, call] of CALLS.entries()) replies[`${nth} ${call.name}`] = await read(pair, call);
  return replies;
}

test("every call that takes the id of a member, or of a message, is in the table", () => {
  const IDS = /^(userId|receiverId|recipientId|memberId|conversationId|messageId|replyToId|ids)(\.|$)/;
  const listed = new Set(CALLS.map(({ name }) => name));
  const missing = endpoints.filter((endpoint) =>
    (["params", "query", "body"] as const).some((part) => {
      const schema = endpoint[part];
      return schema && leavesOf(schema).some(({ path }) => IDS.test(path));
    }),
  );
  expect(missing.map(nameOf).filter((name) => !listed.has(name))).toEqual([]);
  expect(CALLS.length).toBeGreaterThan(30);
});

describe("a member", () => {
  const replies = new Map<string, Awaited<ReturnType<typeof readAll>>>();
  const exports = new Map<string, Awaited<ReturnType<typeof readExport>>>();
  const lists = new Map<string, Awaited<ReturnType<typeof readLists>>>();

  beforeAll(async () => {
    const ended = Object.entries(ENDINGS).map(async ([name, end]) => [name, await makeEnded(end)] as const);
    const absent = Object.entries(ABSENCES).map(
      async ([name, leave]) => [name, await makeAbsent(name, leave)] as const,
    );
    for (const [name, pair] of await Promise.all([...ended, ...absent])) {
      lists.set(name, await readLists(pair));
      exports.set(name, await readExport(pair));
      replies.set(name, await readAll(pair));
    }
  }, 60_000);

  const [firstEnding = "", ...otherEndings] = Object.keys(ENDINGS);
  const [firstAbsence = "", ...otherAbsences] = Object.keys(ABSENCES);

  test.each([...otherEndings.map((name) => [name, firstEnding]), ...otherAbsences.map((name) => [name, firstAbsence])])(
    "who %s gets the replies and the data download of one who %s",
    (name, like) => {
      expect(lists.get(name)).toEqual(lists.get(like));
      expect(replies.get(name)).toEqual(replies.get(like));
      expect(exports.get(name)).toEqual(exports.get(like));
      const files = exports.get(firstEnding)?.map(([file]) => file);
      expect(files).toEqual(expect.arrayContaining(["matches.json", "week-comparisons.json", "trusted-contacts.json"]));
    },
  );

  test("cannot tell the end of contact from an unknown id, but by what they can still report", () => {
    const [ended, absent] = [replies.get(firstEnding) ?? {}, replies.get(firstAbsence) ?? {}];
    const told = Object.keys(ended).filter((name) => JSON.stringify(ended[name]) !== JSON.stringify(absent[name]));
    expect([...new Set(told.map((name) => name.replace(/^\d+ /, "")))]).toEqual(["POST /api/safety/report"]);
  });
});

test("a month later, when ended conversations are emptied, a suspension still reads as an unmatch", async () => {
  const [unmatched, suspended] = ["was unmatched", "was matched with a member who is suspended"];
  const later = new Map<string, unknown>();
  for (const name of [unmatched, suspended]) {
    const pair = await makeEnded(ENDINGS[name] ?? assert.fail(name));
    for (const [table, time] of [
      ["relationships", "ended_at = ended_at - interval '31 days' where $1 in (member_a_id, member_b_id)"],
      ["suspensions", "starts_at = starts_at - interval '31 days' where member_id = $1"],
    ])
      await app.database.pool.query(`update ${table} set ${time}`, [pair.other.id]);
    await purgeEndedConversations(app.ctx);
    later.set(name, { files: await readExport(pair), replies: await readAll(pair) });
  }
  expect(later.get(suspended)).toEqual(later.get(unmatched));
});

test("a text to a suspended match locks nothing, so that its answer takes no longer than after an unmatch", async () => {
  const { viewer, other } = await makeEnded(ENDINGS["was matched with a member who is suspended"] ?? assert.fail());
  const readLock = () =>
    app.database.pool.query("select xmax from relationships where $1 in (member_a_id, member_b_id)", [other.id]);
  const { rows } = await readLock();
  const sent = await app.call(sendMessage, { body: { receiverId: other.id, content: "Hello?" } }, viewer.token);
  expect(sent).toMatchObject({ status: 404, body: { code: "profile_not_found" } });
  expect((await readLock()).rows).toEqual(rows);
});

describe("somebody who hides, or whom moderation has unlisted,", () => {
  test.each([
    ["hides", hide],
    ["is unlisted", unlist],
  ])("%s from strangers, and stays as they were for a match, in Browse too", async (_, leave) => {
    const [viewer, other] = await createMatch(app);
    const stranger = await createCompleteMember(app);
    const seenBy = async ({ token }: TestMember) => {
      const found = await app.call(browse, { query: { limit: 100 } }, token);
      const { body } = await app.call(countPeople, { body: DEFAULT_FILTERS }, token);
      const { gone } = (await app.call(findUnavailable, { body: { ids: [other.id] } }, token)).body;
      const { status } = await app.call(getMember, { params: { userId: other.id } }, token);
      const card = found.body.profiles.find(({ id }) => id === other.id);
      return { card, count: body.count, gone, status };
    };
    const [before, strangerBefore] = [await seenBy(viewer), await seenBy(stranger)];
    expect(before).toMatchObject({ card: { id: other.id }, gone: [], status: 200 });
    await leave(other, stranger);
    expect(await seenBy(viewer)).toEqual(before);
    const count = strangerBefore.count - 1;
    expect(await seenBy(stranger)).toEqual({ card: undefined, gone: [other.id], status: 404, count });
    expect(strangerBefore.status).toBe(200);
  });
});

test("a suspension takes a member from open screens by the event of an unmatch", async () => {
  const received = async (end: (me: TestMember, other: TestMember) => Promise<unknown>) => {
    const [viewer, other] = await createMatch(app);
    await workoutDates(app).agreed(viewer, other);
    const form = imageForm(await makeJpeg(40, 30), viewer.id);
    const picture = (await app.call(sendAttachment, { form }, other.token)).body.message._id;
    const device = await connectDevice(app, viewer.token);
    await end(viewer, other);
    expect(await device.waitFor("relationship_ended")).toEqual({ userId: other.id });
    await runJob(app.ctx, "workout-dates", {});
    await app.ctx.transact(async (tx) => {
      await lockConversationOf(tx, picture);
      await takeDownAttachment(tx, picture);
    });
    // Its events come last.
    await app.call(updatePrivacy, { body: { hidden: true } }, viewer.token);
    await device.waitFor("settings_changed");
    device.close();
    return device.received.map(({ event }) => event);
  };
  const unmatched = await received((me, other) => app.call(unmatch, { body: { userId: me.id } }, other.token));
  expect(await received((_, other) => suspend(other))).toEqual(unmatched);
});
