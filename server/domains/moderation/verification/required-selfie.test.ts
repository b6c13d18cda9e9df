import { describe, expect, test, vi } from "vitest";
import { browse } from "#contract/discovery/discovery.ts";
import { updateFilters } from "#contract/discovery/search-preferences.ts";
import { deleteAccount, requestDataExport } from "#contract/member-data/member-data.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { getVerification } from "#contract/moderation/verification.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { findRequest } from "#server/domains/moderation/verification/verification.queries.ts";
import {
  approveVerification,
  refuseVerification,
} from "#server/domains/moderation/verification/verification-decisions.service.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { createCompleteMember, createMatch, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { readZip } from "#server/testing/read-zip.ts";
import { runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";
import { OPERATOR, submitSelfie, verifyMember } from "#server/testing/verification.ts";

const mailer = createFakeMailer();
const app = testApp({}, { mailer, work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const stateOf = async ({ token }: TestMember) => (await app.call(getVerification, {}, token)).body;
const isVerified = async ({ token }: TestMember) => (await app.call(getProfile, {}, token)).body.profile.isVerified;
const isListed = async ({ id }: TestMember) =>
  (await query("select 1 from search_index where member_id = $1 and is_listed", id)).length === 1;
const keyOf = async (id: string): Promise<string> => (await findRequest(app.ctx.db, id))?.image_key ?? "";

async function hasFile(key: string): Promise<boolean> {
  const file = await app.ctx.photos.read(key, "full.webp");
  file?.stream.destroy();
  return file !== undefined;
}

/** Somebody reports the member first. @returns the id of the decision */
async function requireSelfie(member: TestMember, reporter?: TestMember): Promise<string> {
  const { token } = reporter ?? (await createCompleteMember(app));
  const body = { userId: member.id, reason: "Fake profile or someone else's photos" as const };
  expect((await app.call(reportMember, { body }, token)).status).toBe(201);
  const [row] = await query("select id, version from cases where member_id = $1 and state = 'open'", member.id);
  const acts = [{ act: "require_selfie" as const }];
  return (
    await decide(app.ctx, OPERATOR, { caseId: row.id, version: row.version, acts, rule: "be_you", facts: "Photos." })
  ).decisionId;
}

describe("a required selfie", () => {
  test("takes the member out of Browse until it is approved, and the statement says how", async () => {
    const [member, other] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
    await verifyMember(app, member);
    await requireSelfie(member);
    expect([await isListed(member), await isVerified(member)]).toEqual([false, false]);
    expect(await stateOf(member)).toMatchObject({ isRequired: true, isVerified: false });
    expect((await app.call(getProfile, {}, member.token)).body.profile.isSelfieRequired).toBe(true);
    const { text } = await mailer.newest(member.email, "Your account is restricted");
    expect(text).toContain("open Settings, Account, Get verified");
    expect((await app.call(browse, { query: {} }, other.token)).body.profiles.map(({ id }) => id)).not.toContain(
      member.id,
    );

    const refused = await submitSelfie(app, member);
    await refuseVerification(app.ctx, OPERATOR, { id: refused.id, refusal: "other_person" });
    expect([await isListed(member), (await stateOf(member)).isRequired]).toEqual([false, true]);

    const { id, photoId } = await submitSelfie(app, member);
    expect(await approveVerification(app.ctx, OPERATOR, { id, photoId })).toMatchObject({ isListedAgain: true });
    expect([await isListed(member), await isVerified(member)]).toEqual([true, true]);
    expect((await stateOf(member)).isRequired).toBe(false);
    // The one before the selfie was required does not say so.
    const isVerifiedMail = ({ to, subject }: { to: string; subject: string }) =>
      to === member.email && subject === "You are verified";
    await expect
      .poll(() => mailer.mails.filter(isVerifiedMail).map(({ text: body }) => body.includes("shown in Browse")))
      .toEqual([false, true]);
  });

  test("can be taken back, which restores the badge", async () => {
    const member = await createCompleteMember(app);
    await verifyMember(app, member);
    await undoDecision(app.ctx, OPERATOR, await requireSelfie(member));
    expect([await isListed(member), await isVerified(member)]).toEqual([true, true]);
    expect((await stateOf(member)).isRequired).toBe(false);
  });

  test("a selfie keeps nobody from suspending its member, and stays open", async () => {
    const member = await createCompleteMember(app);
    const { id } = await submitSelfie(app, member);
    const [row] = await query("select id, version from cases where member_id = $1", member.id);
    const input = { caseId: row.id, version: row.version, acts: [{ act: "suspend", until: null }] } as const;
    expect(await decide(app.ctx, OPERATOR, { ...input, facts: "Threats.", rule: "danger" })).toMatchObject({
      isClosed: false,
    });
    await refuseVerification(app.ctx, OPERATOR, { id, refusal: "other_person" });
    expect(await query("select state from cases where id = $1", row.id)).toEqual([{ state: "closed" }]);
  });
});

test("undoing one of two required selfies does not give the badge back", async () => {
  // Strangers do not see an unlisted member, and so cannot report them.
  const [member, match] = await createMatch(app);
  await verifyMember(app, member);
  const first = await requireSelfie(member, match);
  await requireSelfie(member, match);
  await undoDecision(app.ctx, OPERATOR, first);
  expect([await isListed(member), await isVerified(member)]).toEqual([false, false]);
});

describe("the filter", () => {
  test("finds verified members only, from the moment of the approval until the badge goes", async () => {
    const [viewer, plain, verified] = await Promise.all([
      createCompleteMember(app),
      createCompleteMember(app),
      createCompleteMember(app),
    ]);
    await verifyMember(app, verified);
    const { body } = await app.call(updateFilters, { body: { verifiedOnly: true } }, viewer.token);
    expect(body.filters.verifiedOnly).toBe(true);
    const found = async () => (await app.call(browse, { query: {} }, viewer.token)).body.profiles;
    const shown = await found();
    expect(shown.map(({ id }) => id)).toContain(verified.id);
    expect(shown.map(({ id }) => id)).not.toContain(plain.id);
    expect(shown.every((card) => card.isVerified)).toBe(true);
    await requireSelfie(verified);
    expect((await found()).map(({ id }) => id)).not.toContain(verified.id);
  });
});

describe("a selfie", () => {
  test("is in the export while it is held, and not afterwards", async () => {
    const member = await createCompleteMember(app);
    const { id } = await submitSelfie(app, member);
    const download = async () => {
      // The server notices the end of the download before a moment after the client.
      const { url } = await vi.waitFor(async () => {
        const { status, body } = await app.call(requestDataExport, { body: { password: PASSWORD } }, member.token);
        expect(status).toBe(200);
        return body;
      });
      return readZip(Buffer.from(await (await fetch(app.address + url)).arrayBuffer()));
    };
    expect((await download()).has("verification/selfie.webp")).toBe(true);
    await refuseVerification(app.ctx, OPERATOR, { id, refusal: "not_clear" });
    const after = await download();
    expect(after.has("verification/selfie.webp")).toBe(false);
    expect(JSON.parse(String(after.get("verification.json")))).toMatchObject([{ state: "refused", file: null }]);
  });

  test("is deleted with the account, and nobody has to look at it any more", async () => {
    const member = await createCompleteMember(app);
    const { id, photoId } = await submitSelfie(app, member);
    const key = await keyOf(id);
    const [deleted, decided] = await Promise.allSettled([
      app.call(deleteAccount, { body: { password: PASSWORD } }, member.token),
      approveVerification(app.ctx, OPERATOR, { id, photoId }),
    ]);
    expect(deleted).toMatchObject({ value: { status: 200 } });
    // It came first, or it found nothing.
    if (decided.status === "rejected") expect(decided.reason).toMatchObject({ code: "not_found" });
    await expect.poll(() => hasFile(key), { timeout: 5_000 }).toBe(false);
    expect(await findRequest(app.ctx.db, id)).toBeUndefined();
    expect(await query("select 1 from cases where member_id = $1 and state = 'open'", member.id)).toEqual([]);
  });

  test("is deleted after a crash between the decision and the deletion of its file", async () => {
    const member = await createCompleteMember(app);
    const { id } = await submitSelfie(app, member);
    const key = await keyOf(id);
    const { photos } = app.ctx;
    const remove = photos.delete.bind(photos);
    // As if the process had been killed after the commit.
    const { promise: killed, resolve } = Promise.withResolvers<void>();
    const fail = async () => {
      resolve();
      throw new Error("killed");
    };
    Object.assign(photos, { delete: fail });
    await refuseVerification(app.ctx, OPERATOR, { id, refusal: "not_clear" });
    await killed;
    Object.assign(photos, { delete: remove });
    expect(await hasFile(key)).toBe(true);
    expect(await query("select is_expired from pending_uploads where key = $1", key)).toEqual([{ is_expired: true }]);
    await runJob(app.ctx, "cleanup", {});
    expect(await hasFile(key)).toBe(false);
  });
});
