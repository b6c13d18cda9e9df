import { describe, expect, test } from "vitest";
import { listCheckouts } from "#contract/payments.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { createPaymentsHarness, sessionIn } from "#server/testing/payments-harness.ts";
import { connectDevice } from "#server/testing/socket-client.ts";

const harness = createPaymentsHarness();
const { app, buy, confirm, sendSessionCompleted: completed, sendEvent, buyAndPay } = harness;

const listPending = async ({ token }: TestMember) => (await app.call(listCheckouts, {}, token)).body.checkouts;

/** A buyer who came back from a payment that takes days. */
async function createWaitingBuyer() {
  const member = await createMember(app);
  const id = sessionIn(await buy(member, { packageId: "power" }));
  harness.stripe.pay(id, "later");
  await completed(id);
  expect((await confirm(member, id)).body).toMatchObject({ state: "open", isNews: false });
  return { member, id, device: await connectDevice(app, member.token) };
}

describe("the outcome of a checkout", () => {
  // @spec 4.purchase-memberships-event
  test("is news in one of several concurrent replies", async () => {
    const member = await createMember(app);
    const id = await buyAndPay(member);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(member, id)));
    expect(answers.filter(({ body }) => body.isNews)).toHaveLength(1);
    expect(answers.every(({ body }) => body.state === "granted")).toBe(true);
    expect(await listPending(member)).toEqual([]);
  });

  test("is listed for a buyer who did not come back, and for nobody else", async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    const id = await buyAndPay(member);
    await buy(member, { packageId: "starter" });
    expect(await listPending(member)).toEqual([]);
    await completed(id);
    expect(await listPending(member)).toEqual([{ sessionId: id, state: "granted", kind: "package" }]);
    expect(await listPending(other)).toEqual([]);
    expect((await confirm(member, id)).body).toMatchObject({ isNews: true });
    expect(await listPending(member)).toEqual([]);
  });

  test("is emitted to a buyer who came back before the payment arrived", async () => {
    const { member, id, device } = await createWaitingBuyer();
    expect(await listPending(member)).toEqual([{ sessionId: id, state: "open", kind: "package" }]);
    harness.stripe.clear(id);
    await sendEvent("checkout.session.async_payment_succeeded", harness.stripe.sessions.get(id));
    await device.waitFor("checkout_settled");
    expect(await listPending(member)).toEqual([{ sessionId: id, state: "granted", kind: "package" }]);
    expect((await confirm(member, id)).body).toMatchObject({ state: "granted", isNews: true, balance: 20 });
    device.close();
  });

  test("is emitted if the payment fails", async () => {
    const { member, id, device } = await createWaitingBuyer();
    harness.stripe.bounce(id);
    await sendEvent("checkout.session.async_payment_failed", harness.stripe.sessions.get(id));
    await device.waitFor("checkout_settled");
    expect(await listPending(member)).toEqual([{ sessionId: id, state: "expired", kind: "package" }]);
    expect((await confirm(member, id)).body).toMatchObject({ state: "expired", isNews: true, balance: 5 });
    expect(await listPending(member)).toEqual([]);
    device.close();
  });
});
