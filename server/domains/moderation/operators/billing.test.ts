import { describe, expect, test } from "vitest";
import { getWallet } from "#contract/billing/wallet.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { grantCredits, refundCredits } from "#server/domains/moderation/operators/billing.service.ts";
import { showMember } from "#server/domains/moderation/operators/members.service.ts";
import { createCompleteMember, createMember, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const BY = { who: "ada", reason: "A lost purchase" };

const walletOf = async ({ token }: TestMember) => (await app.call(getWallet, {}, token)).body;
const actionsOn = async (id: string) => (await readAuditLog(app.ctx.db, id, 50)).map(({ action }) => action);

describe("a grant", () => {
  test("is a bonus that the member's devices are notified of", async () => {
    const member = await createMember(app);
    const device = await connectDevice(app, member.token);
    expect(await grantCredits(app.ctx, BY, { name: member.username, crushes: 7 })).toMatchObject({
      balance: 12,
      since: null,
    });
    expect(await device.waitFor("balance_changed")).toEqual({ balance: 12 });
    const { balance, history } = await walletOf(member);
    expect(balance).toBe(12);
    expect(history[0]).toMatchObject({ action: "bonus", change: 7 });
    device.close();
  });

  test("is idempotent, also for concurrent commands", async () => {
    const member = await createMember(app);
    const wish = { name: member.id, crushes: 3 };
    const answers = await Promise.all(Array.from({ length: 10 }, () => grantCredits(app.ctx, BY, wish)));
    expect(answers.filter(({ since }) => since === null)).toHaveLength(1);
    expect((await walletOf(member)).balance).toBe(8);
    expect(await actionsOn(member.id)).toEqual(["grant"]);
    await grantCredits(app.ctx, { ...BY, reason: "Another lost purchase" }, wish);
    expect((await walletOf(member)).balance).toBe(11);
  });

  test("with an id is applied once for that id, and rejected for other terms", async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    const wish = { name: member.id, crushes: 3, id: "ticket-12" };
    await grantCredits(app.ctx, BY, wish);
    expect((await grantCredits(app.ctx, { ...BY, reason: "Said otherwise" }, wish)).since).toBeInstanceOf(Date);
    for (const otherwise of [
      { ...wish, crushes: 4 },
      { ...wish, name: other.id },
    ])
      await expect(grantCredits(app.ctx, BY, otherwise)).rejects.toThrow("ticket-12 was used for a different command");
    expect((await walletOf(member)).balance).toBe(8);
    expect((await walletOf(other)).balance).toBe(5);
  });

  test("must be from 1 to 1000 crushes", async () => {
    const { id } = await createMember(app);
    for (const crushes of [0, -3, 1.5, Number.NaN, 1001])
      await expect(grantCredits(app.ctx, BY, { name: id, crushes })).rejects.toThrow(
        "The number of crushes must be from 1 to 1000.",
      );
    expect(await actionsOn(id)).toEqual([]);
  });
});

describe("a refund", () => {
  const spend = async () => {
    const [member, other] = [await createCompleteMember(app), await createCompleteMember(app)];
    await app.call(sendCrush, { body: { recipientId: other.id } }, member.token);
    const entryOf = async ({ id }: TestMember, kind: string) =>
      (await showMember(app.ctx, BY, id)).credits.find((entry) => entry.kind === kind)?.id ?? "";
    return { member, other, sent: await entryOf(member, "sent"), received: await entryOf(other, "received") };
  };

  test("refunds a crush once, and names it in the history", async () => {
    const { member, other, sent } = await spend();
    expect((await walletOf(member)).balance).toBe(4);
    const answers = await Promise.all(Array.from({ length: 5 }, () => refundCredits(app.ctx, BY, sent)));
    expect(answers.map(({ refunded }) => refunded).sort()).toEqual([0, 0, 0, 0, 1]);
    const { balance, history } = await walletOf(member);
    expect(balance).toBe(5);
    expect(history[0]).toMatchObject({ action: "refund", change: 1, item: "crush", recipientName: other.username });
    expect(await actionsOn(member.id)).toEqual(["refund", "show member"]);
  });

  test("rejects entries that spent nothing, and unknown entries", async () => {
    const { received } = await spend();
    await expect(refundCredits(app.ctx, BY, received)).rejects.toThrow("spent no credits");
    await expect(refundCredits(app.ctx, BY, "0b5c9a3e-6f2d-7c1a-8e7b-1d2f3a4b5c6d")).rejects.toThrow("was not found");
    await expect(refundCredits(app.ctx, BY, "crush")).rejects.toThrow("Specify the ledger entry by id");
  });
});
