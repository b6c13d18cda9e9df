import { describe, expect, test } from "vitest";
import { sendCrush } from "#contract/crushes.ts";
import { getWallet } from "#contract/wallet.ts";
import { readLog } from "#server/modules/admin/audit.service.ts";
import { grant, refund } from "#server/modules/admin/credits.service.ts";
import { showMember } from "#server/modules/admin/lookup.service.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeCompleteMember, makeMember, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const BY = { who: "ada", reason: "A lost purchase" };

const walletOf = async ({ token }: TestMember) => (await app.call(getWallet, {}, token)).body;
const actsOn = async (id: string) => (await readLog(app.ctx.db, id, 50)).map(({ act }) => act);

describe("a grant", () => {
  test("is a bonus, told to the member at once", async () => {
    const member = await makeMember(app);
    const device = await connectDevice(app, member.token);
    expect(await grant(app.ctx, BY, { name: member.username, crushes: 7 })).toMatchObject({ balance: 12, since: null });
    expect(await device.hears("balance_changed")).toEqual({ balance: 12 });
    const { balance, history } = await walletOf(member);
    expect(balance).toBe(12);
    expect(history[0]).toMatchObject({ action: "bonus", change: 7 });
    device.close();
  });

  test("has one effect, however often the same command comes, and at once", async () => {
    const member = await makeMember(app);
    const wish = { name: member.id, crushes: 3 };
    const answers = await Promise.all(Array.from({ length: 10 }, () => grant(app.ctx, BY, wish)));
    expect(answers.filter(({ since }) => since === null)).toHaveLength(1);
    expect((await walletOf(member)).balance).toBe(8);
    expect(await actsOn(member.id)).toEqual(["grant"]);
    await grant(app.ctx, { ...BY, reason: "Another lost purchase" }, wish);
    expect((await walletOf(member)).balance).toBe(11);
  });

  test("under a name of its own is that one only", async () => {
    const [member, other] = [await makeMember(app), await makeMember(app)];
    const wish = { name: member.id, crushes: 3, id: "ticket-12" };
    await grant(app.ctx, BY, wish);
    expect((await grant(app.ctx, { ...BY, reason: "Said otherwise" }, wish)).since).toBeInstanceOf(Date);
    for (const otherwise of [
      { ...wish, crushes: 4 },
      { ...wish, name: other.id },
    ])
      await expect(grant(app.ctx, BY, otherwise)).rejects.toThrow("ticket-12 was something else");
    expect((await walletOf(member)).balance).toBe(8);
    expect((await walletOf(other)).balance).toBe(5);
  });

  test("is of one crush at least, and not of thousands", async () => {
    const { id } = await makeMember(app);
    for (const crushes of [0, -3, 1.5, Number.NaN, 1001])
      await expect(grant(app.ctx, BY, { name: id, crushes })).rejects.toThrow("A grant is of 1 to 1000 crushes");
    expect(await actsOn(id)).toEqual([]);
  });
});

describe("a refund", () => {
  const spend = async () => {
    const [member, other] = [await makeCompleteMember(app), await makeCompleteMember(app)];
    await app.call(sendCrush, { body: { recipientId: other.id } }, member.token);
    const entryOf = async ({ id }: TestMember, kind: string) =>
      (await showMember(app.ctx, BY, id)).credits.find((entry) => entry.kind === kind)?.id ?? "";
    return { member, other, sent: await entryOf(member, "sent"), received: await entryOf(other, "received") };
  };

  test("gives back what a crush cost, once, under the crush's name", async () => {
    const { member, other, sent } = await spend();
    expect((await walletOf(member)).balance).toBe(4);
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(app.ctx, BY, sent)));
    expect(answers.map(({ given }) => given).sort()).toEqual([0, 0, 0, 0, 1]);
    const { balance, history } = await walletOf(member);
    expect(balance).toBe(5);
    expect(history[0]).toMatchObject({ action: "refund", change: 1, item: "crush", recipientName: other.username });
    expect(await actsOn(member.id)).toEqual(["refund", "show member"]);
  });

  test("is of what was spent only", async () => {
    const { received } = await spend();
    await expect(refund(app.ctx, BY, received)).rejects.toThrow("It took no credit");
    await expect(refund(app.ctx, BY, "0b5c9a3e-6f2d-7c1a-8e7b-1d2f3a4b5c6d")).rejects.toThrow("no such entry");
    await expect(refund(app.ctx, BY, "crush")).rejects.toThrow("An entry's id");
  });
});
