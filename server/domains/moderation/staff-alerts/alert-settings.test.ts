import { describe, expect, test } from "vitest";
import {
  addAlertDevice,
  checkAlertDevice,
  confirmAlertAddress,
  getAlertSettings,
  removeAlertAddress,
  removeAlertDevice,
  requestAlertAddress,
  setAlerts,
  testAlerts,
} from "#contract/moderation/alerts.ts";
import { getLoginOptions, logIn, logOut } from "#contract/moderation/staff.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { removeStaffMember, resetStaffMember } from "#server/domains/moderation/staff/staff.service.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { type FakeBrowser, startPushService } from "#server/testing/fake-push-service.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { callStaff, cookieIn, createStaff, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await startPushService();
const post = createFakeMailer();
const app = testApp({ pushStandIn: service.origin }, { mailer: post, work: true, sharedWith: "others" });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const BY = { who: "ada", reason: "A test" };

const read = async (staff: TestStaff) => (await callStaff(app, getAlertSettings, {}, staff)).body;
const request = (staff: TestStaff, email: string) => callStaff(app, requestAlertAddress, { body: { email } }, staff);
const confirm = (staff: TestStaff, code: string) => callStaff(app, confirmAlertAddress, { body: { code } }, staff);
const newAddress = () => `${newId()}@staff.example`;
const codeTo = async (email: string) => /^\d{6}$/m.exec((await post.newest(email)).text)?.[0] ?? "";
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function confirmAddress(staff: TestStaff): Promise<string> {
  const email = newAddress();
  await request(staff, email);
  expect((await confirm(staff, await codeTo(email))).status).toBe(200);
  return email;
}

describe("the choice of alerts", () => {
  test("has the kinds of the role, of which danger and minors are on until they are muted", async () => {
    const [reports, photos, reader] = [
      await createStaff(app, "reports"),
      await createStaff(app, "photos"),
      await createStaff(app, "read_only"),
    ];
    const { kinds, ...rest } = await read(reports);
    expect(rest).toEqual({ success: true, email: null, pending: null, devices: 0, pushKey: app.ctx.push.key });
    expect(kinds.map(({ kind, email, push }) => [kind, email, push])).toEqual([
      ["danger", true, true],
      ["under_18", true, true],
      ["intimate_picture", false, false],
      ["report", false, false],
      ["appeal", false, false],
      ["selfie", false, false],
      ["contact", false, false],
    ]);
    expect((await read(photos)).kinds.map(({ kind }) => kind)).toEqual(["picture", "selfie"]);
    expect((await callStaff(app, getAlertSettings, {}, reader)).body.code).toBe("staff_forbidden");
    const set = (staff: TestStaff, kind: "danger" | "picture", email: boolean, push: boolean) =>
      callStaff(app, setAlerts, { body: { kind, email, push } }, staff);
    expect((await set(reports, "picture", true, true)).body.code).toBe("staff_forbidden");
    for (let i = 0; i < 2; i++) await set(reports, "danger", false, true);
    expect((await read(reports)).kinds[0]).toEqual({ kind: "danger", email: false, push: true });
    await set(reports, "danger", true, false);
    expect((await read(reports)).kinds[0]).toEqual({ kind: "danger", email: true, push: false });
  });
});

describe("the address", () => {
  test("is confirmed by a mailed code, of which only a hash is stored, and can be removed", async () => {
    const staff = await createStaff(app);
    const email = newAddress();
    expect((await request(staff, email)).body).toMatchObject({ email: null, pending: { email } });
    const code = await codeTo(email);
    expect(JSON.stringify(await query("select * from staff_addresses"))).not.toContain(code);
    expect(await query("select 1 from jobs.job where data::text like $1", `%${code}%`)).toEqual([]);
    expect((await confirm(staff, wrong(code))).body.errors).toMatchObject({
      code: expect.stringContaining("not the code"),
    });
    expect((await confirm(staff, ` ${code} `)).body).toMatchObject({ email, pending: null });
    expect((await request(staff, email.toUpperCase())).body.errors).toMatchObject({
      email: "That is your address already.",
    });
    expect((await callStaff(app, removeAlertAddress, {}, staff)).body).toMatchObject({ email: null });
    const log = (await readAuditLog(app.ctx.db, staff.id, 10)).filter(({ action }) => action === "change staff alerts");
    expect(log).toHaveLength(3);
    expect(JSON.stringify(log)).not.toContain("@staff.example");
  });

  test("is not confirmed after five wrong codes, after 15 minutes, or by the code of another address or person", async () => {
    const [staff, other] = [await createStaff(app), await createStaff(app)];
    const email = newAddress();
    await request(staff, email);
    const code = await codeTo(email);
    const attempts = await Promise.all(Array.from({ length: 8 }, () => confirm(staff, wrong(code))));
    expect(attempts.filter(({ body }) => /not the code/.test(body.errors?.["code"] ?? ""))).toHaveLength(5);
    expect((await confirm(staff, code)).body.errors).toMatchObject({ code: expect.stringContaining("any more") });
    const second = newAddress();
    await request(staff, second);
    const next = await codeTo(second);
    await request(other, newAddress());
    expect((await confirm(other, next)).status).toBe(400);
    expect((await confirm(staff, code)).status).toBe(400);
    await query("update staff_addresses set created_at = now() - interval '16 minutes' where staff_id = $1", staff.id);
    expect((await confirm(staff, next)).status).toBe(400);
    expect(await read(staff)).toMatchObject({ email: null, pending: null });
  });

  test("gets five codes an hour for each person, and five a day for each mailbox", async () => {
    const staff = await createStaff(app);
    for (let i = 0; i < 5; i++) expect((await request(staff, newAddress())).status).toBe(200);
    expect((await request(staff, newAddress())).body.code).toBe("rate_limited");
    const victim = newAddress();
    for (let i = 0; i < 5; i++) expect((await request(await createStaff(app), victim)).status).toBe(200);
    expect((await request(await createStaff(app), victim)).body.code).toBe("rate_limited");
  });
});

const bodyOf = ({ endpoint, keys }: FakeBrowser) => ({ body: { endpoint, keys } });
const add = (staff: Pick<TestStaff, "cookie">, browser: FakeBrowser) =>
  callStaff(app, addAlertDevice, bodyOf(browser), staff);
const check = async (staff: Pick<TestStaff, "cookie">, { endpoint }: FakeBrowser) =>
  (await callStaff(app, checkAlertDevice, { body: { endpoint } }, staff)).body.isOn;
const devices = async (staff: TestStaff) => (await read(staff)).devices;

async function logInAgain({ authenticator }: TestStaff) {
  const { body } = await callStaff(app, getLoginOptions, {});
  const { headers } = await callStaff(app, logIn, { body: { credential: authenticator.get(body.options) } });
  return { cookie: cookieIn(headers) };
}

describe("a browser", () => {
  test("must be of a push service, and have a key", async () => {
    const staff = await createStaff(app);
    const browser = service.browser();
    for (const endpoint of ["https://evil.example/push", "https://10.0.0.1/push", "http://127.0.0.1:1/push"])
      expect((await add(staff, { ...browser, endpoint })).body.errors).toHaveProperty("endpoint");
    const keys = { ...browser.keys, p256dh: "A".repeat(87) };
    expect((await add(staff, { ...browser, keys })).body.errors).toHaveProperty("keys");
    expect(await devices(staff)).toBe(0);
  });

  test("is one of ten at most, gets alerts in later sessions, and ends with the logout of the latest", async () => {
    const staff = await createStaff(app);
    const browsers = Array.from({ length: 12 }, () => service.browser());
    for (const browser of browsers) await add(staff, browser);
    expect(await devices(staff)).toBe(10);
    const [, , , mine, left] = browsers as [FakeBrowser, FakeBrowser, FakeBrowser, FakeBrowser, FakeBrowser];
    for (let i = 0; i < 2; i++) await add(staff, mine);
    expect(await devices(staff)).toBe(10);
    const later = await logInAgain(staff);
    expect(await check(later, mine)).toBe(true);
    await callStaff(app, logOut, {}, later);
    expect([await check(staff, mine), await check(staff, left), await devices(staff)]).toEqual([false, true, 9]);
    for (let i = 0; i < 2; i++) await callStaff(app, removeAlertDevice, { body: { endpoint: left.endpoint } }, staff);
    expect(await devices(staff)).toBe(8);
  });

  test("at which a colleague logs in gets no alerts for the one before", async () => {
    const [one, other] = [await createStaff(app), await createStaff(app)];
    const browser = service.browser();
    await add(one, browser);
    expect(await check(other, browser)).toBe(false);
    expect(await devices(one)).toBe(0);
    await add(other, browser);
    await add(one, browser);
    expect([await devices(one), await devices(other)]).toEqual([1, 0]);
  });

  test("gets none after its person was reset or removed, who leaves no address", async () => {
    const staff = await createStaff(app);
    await confirmAddress(staff);
    const [first, second] = [service.browser(), service.browser()];
    await add(staff, first);
    await resetStaffMember(app.ctx, BY, staff.name);
    const stored = "select 1 from staff_push_subscriptions where staff_id = $1";
    expect(await query(stored, staff.id)).toEqual([]);
    const removed = await createStaff(app);
    await confirmAddress(removed);
    await request(removed, newAddress());
    await add(removed, second);
    await removeStaffMember(app.ctx, BY, removed.name);
    expect(await query(stored, removed.id)).toEqual([]);
    expect(await query("select alert_email from staff_members where id = $1", removed.id)).toEqual([
      { alert_email: null },
    ]);
    expect(await query("select 1 from staff_addresses where staff_id = $1", removed.id)).toEqual([]);
  });
});

test("a test goes over each channel that is set up, ten times an hour, and `staff list` names them", async () => {
  const staff = await createStaff(app);
  const send = () => callStaff(app, testAlerts, {}, staff);
  expect((await send()).body).toEqual({ success: true, email: false, devices: 0 });
  const email = await confirmAddress(staff);
  const browser = service.browser();
  await add(staff, browser);
  expect((await send()).body).toEqual({ success: true, email: true, devices: 1 });
  expect((await post.newest(email, "A test of your alerts")).text).toContain("Nothing needs you");
  await expect.poll(() => browser.alerts).toEqual([{ alert: null, path: "/moderation", tag: "test" }]);
  expect((await runCommand(app, ["staff", "list"])).out).toMatch(new RegExp(`^${staff.name} .* email, push `, "m"));
  for (let i = 0; i < 8; i++) await send();
  expect((await send()).body.code).toBe("rate_limited");
});
