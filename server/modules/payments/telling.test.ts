import { describe, expect, test } from "vitest";
import { listCheckouts } from "#contract/payments.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeMember, type TestMember } from "#server/testing/members.ts";
import { makeShop, sessionIn } from "#server/testing/shop.ts";

const shop = makeShop();
const { app, buy, confirm, completed, tell, buyAndPay } = shop;

const untold = async ({ token }: TestMember) => (await app.call(listCheckouts, {}, token)).body.checkouts;

/** Somebody who came back from paying with money that takes days. */
async function makeWaiting() {
  const member = await makeMember(app);
  const id = sessionIn(await buy(member, { packageId: "power" }));
  shop.stripe.pay(id, "later");
  await completed(id);
  expect((await confirm(member, id)).body).toMatchObject({ state: "open", isNews: false });
  return { member, id, device: await connectDevice(app, member.token) };
}

describe("what came of a payment", () => {
  test("is news once, whoever asks at the same moment", async () => {
    const member = await makeMember(app);
    const id = await buyAndPay(member);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(member, id)));
    expect(answers.filter(({ body }) => body.isNews)).toHaveLength(1);
    expect(answers.every(({ body }) => body.state === "granted")).toBe(true);
    expect(await untold(member)).toEqual([]);
  });

  test("waits for a buyer who did not come back, and is nobody else's", async () => {
    const [member, other] = [await makeMember(app), await makeMember(app)];
    const id = await buyAndPay(member);
    await buy(member, { packageId: "starter" });
    expect(await untold(member)).toEqual([]);
    await completed(id);
    expect(await untold(member)).toEqual([{ sessionId: id, state: "granted", kind: "pack" }]);
    expect(await untold(other)).toEqual([]);
    expect((await confirm(member, id)).body).toMatchObject({ isNews: true });
    expect(await untold(member)).toEqual([]);
  });

  test("reaches a buyer who came back before the money did", async () => {
    const { member, id, device } = await makeWaiting();
    expect(await untold(member)).toEqual([{ sessionId: id, state: "open", kind: "pack" }]);
    shop.stripe.clear(id);
    await tell("checkout.session.async_payment_succeeded", shop.stripe.sessions.get(id));
    await device.hears("checkout_settled");
    expect(await untold(member)).toEqual([{ sessionId: id, state: "granted", kind: "pack" }]);
    expect((await confirm(member, id)).body).toMatchObject({ state: "granted", isNews: true, balance: 20 });
    device.close();
  });

  test("is told, too, where the money does not come", async () => {
    const { member, id, device } = await makeWaiting();
    shop.stripe.bounce(id);
    await tell("checkout.session.async_payment_failed", shop.stripe.sessions.get(id));
    await device.hears("checkout_settled");
    expect(await untold(member)).toEqual([{ sessionId: id, state: "expired", kind: "pack" }]);
    expect((await confirm(member, id)).body).toMatchObject({ state: "expired", isNews: true, balance: 5 });
    expect(await untold(member)).toEqual([]);
    device.close();
  });
});
