import { describe, expect, test } from "vitest";
import { getMessages, removeReaction, sendMessage, setReaction } from "#contract/chat/messages.ts";
import { getProfile } from "#contract/members/profiles.ts";
import type { ActChoice } from "#contract/moderation/acts.ts";
import { getAppeal } from "#contract/moderation/appeals.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { createMatch, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

/** Read from the profile, from a conversation, and by an event. */

const app = testApp();
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const ADA = { kind: "operator", who: "ada", reason: "" } as const;
const DAY_MS = 86_400_000;

async function reportedMatch() {
  const [reporter, about] = await createMatch(app);
  const body = { userId: about.id, reason: "Harassment or threats" } as const;
  await app.call(reportMember, { body }, reporter.token);
  return { reporter, about };
}

async function decideAbout({ id }: TestMember, acts: readonly ActChoice[], facts = "Three messages with threats.") {
  const [row] = await query("select id, version from cases where member_id = $1 and state = 'open'", id);
  return decide(app.ctx, ADA, { caseId: row?.id, version: row?.version, acts, facts, rule: "consent" });
}

const restrictionsOf = async ({ token }: TestMember) =>
  (await app.call(getProfile, {}, token)).body.profile.restrictions;

const threadOf = async (me: TestMember, other: TestMember, part: { after?: number; before?: string } = {}) =>
  (await app.call(getMessages, { params: { userId: other.id }, query: part }, me.token)).body;

const changesOf = ({ received }: Awaited<ReturnType<typeof connectDevice>>) =>
  received.filter(({ event }) => event === "restrictions_changed");

describe("a member who can send nothing", () => {
  test("learns it at once, with the end and the way to the reasons, until it is taken back", async () => {
    const { reporter, about } = await reportedMatch();
    expect(await restrictionsOf(about)).toEqual([]);
    expect(await threadOf(about, reporter)).not.toHaveProperty("restricted");
    const [theirs, others] = await Promise.all([connectDevice(app, about.token), connectDevice(app, reporter.token)]);

    const { decisionId } = await decideAbout(about, [{ act: "mute", days: 7 }]);
    expect(await theirs.waitFor("restrictions_changed")).toEqual({});
    const [restriction, ...more] = await restrictionsOf(about);
    expect(more).toEqual([]);
    expect(restriction).toMatchObject({ kind: "messaging", since: expect.any(String) });
    const until = restriction?.until ?? "";
    expect(Math.abs(Date.parse(until) - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000);
    const { status, body } = await app.call(getAppeal, { params: { token: restriction?.appealToken ?? "" } });
    expect([status, body.canAppeal]).toEqual([200, true]);

    expect((await threadOf(about, reporter)).restricted).toEqual({ until });
    expect((await threadOf(about, reporter, { after: 0 })).restricted).toEqual({ until });
    // The other member learns nothing of it.
    expect(await threadOf(reporter, about)).not.toHaveProperty("restricted");
    expect(await restrictionsOf(reporter)).toEqual([]);

    await undoDecision(app.ctx, ADA, decisionId);
    await expect.poll(() => changesOf(theirs)).toHaveLength(2);
    expect(await restrictionsOf(about)).toEqual([]);
    expect(await threadOf(about, reporter)).not.toHaveProperty("restricted");
    expect(changesOf(others)).toEqual([]);
    theirs.close();
    others.close();
  });

  test("reacts to no message either, and can take a reaction back", async () => {
    const { reporter, about } = await reportedMatch();
    const sent = await app.call(sendMessage, { body: { receiverId: about.id, content: "Hello" } }, reporter.token);
    const params = { messageId: sent.body.message._id };
    const react = () => app.call(setReaction, { params, body: { emoji: "🔥" } }, about.token);
    expect((await react()).status).toBe(200);
    await decideAbout(about, [{ act: "mute", days: 1 }]);
    expect((await react()).body.code).toBe("messaging_restricted");
    expect((await app.call(removeReaction, { params }, about.token)).body.reactions).toEqual([]);
  });

  test("is not told so any more once it has ended by its own time", async () => {
    const { reporter, about } = await reportedMatch();
    const write = () => app.call(sendMessage, { body: { receiverId: reporter.id, content: "Hello" } }, about.token);
    const { body } = await write();
    await decideAbout(about, [{ act: "mute", days: 1 }]);
    expect((await write()).body.code).toBe("messaging_restricted");
    expect(await threadOf(about, reporter, { before: body.message._id })).not.toHaveProperty("restricted");
    await query(
      "update restrictions set starts_at = now() - interval '2 days', ends_at = now() where member_id = $1",
      about.id,
    );
    expect(await restrictionsOf(about)).toEqual([]);
    expect(await threadOf(about, reporter)).not.toHaveProperty("restricted");
  });
});

describe("an unlisted member", () => {
  test("learns it without an end, and can write; what is lifted is announced, too", async () => {
    const { reporter, about } = await reportedMatch();
    const device = await connectDevice(app, about.token);
    await decideAbout(about, [{ act: "unlist" }]);
    await device.waitFor("restrictions_changed");
    expect(await restrictionsOf(about)).toMatchObject([{ kind: "unlisted", until: null }]);
    expect(await threadOf(about, reporter)).not.toHaveProperty("restricted");

    await app.call(reportMember, { body: { userId: about.id, reason: "Something else" } }, reporter.token);
    const { decisionId } = await decideAbout(about, [{ act: "lift_restrictions" }]);
    await expect.poll(() => changesOf(device)).toHaveLength(2);
    expect(await restrictionsOf(about)).toEqual([]);
    await undoDecision(app.ctx, ADA, decisionId);
    await expect.poll(() => changesOf(device)).toHaveLength(3);
    expect(await restrictionsOf(about)).toMatchObject([{ kind: "unlisted", until: null }]);
    device.close();
  });

  test("hears nothing of a decision that was refused", async () => {
    const { reporter, about } = await reportedMatch();
    const device = await connectDevice(app, about.token);
    const refused = decideAbout(about, [{ act: "unlist" }], `Wrote threats to ${reporter.username}`);
    await expect(refused).rejects.toMatchObject({ code: "invalid" });
    const failing = decideAbout(about, [{ act: "unlist" }, { act: "remove_photo", photoId: about.id }]);
    await expect(failing).rejects.toMatchObject({ code: "invalid" });
    await app.call(sendMessage, { body: { receiverId: about.id, content: "Still here" } }, reporter.token);
    await device.waitFor("new_message");
    expect(changesOf(device)).toEqual([]);
    expect(await restrictionsOf(about)).toEqual([]);
    device.close();
  });
});
