import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changePassword, login, register } from "#contract/accounts/accounts.ts";
import { getPlaceInLine } from "#contract/accounts/line.ts";
import { LINE_TICKET_HEADER } from "#contract/accounts/line-ticket.ts";
import { createPasswordHasher } from "#server/domains/accounts/login/passwords.ts";
import { HALF_THE_CORES } from "#server/platform/lib/half-the-cores.ts";
import { createMembers, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ trustProxy: "loopback" });
/** As many as `visitor-queue.ts` lets in. */
const AT_ONCE = 2 * HALF_THE_CORES + 2;

/** Passwords that are being checked, until a test lets them go. */
let checks: (() => void)[] = [];

beforeEach(() => {
  checks = [];
  const hasher = app.ctx.singleton(createPasswordHasher);
  const { verify, hash } = hasher;
  const wait = () => new Promise<void>((resolve) => checks.push(resolve));
  vi.spyOn(hasher, "verify").mockImplementation(async (...given) => {
    await wait();
    return verify(...given);
  });
  vi.spyOn(hasher, "hash").mockImplementation(async (...given) => {
    await wait();
    return hash(...given);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const go of checks) go();
});

const begun = (many: number) => expect.poll(() => checks.length, { timeout: 10_000 }).toBe(many);
const letGo = (nth: number) => checks[nth]?.();
let used = 0;
const ticketOf = (name: string) => `ticket-of-a-test-${name}`;

interface From {
  readonly network: string;
  readonly name: string;
}
const headersOf = ({ network, name }: From) => ({ "x-forwarded-for": network, [LINE_TICKET_HEADER]: ticketOf(name) });

const logInAs = ({ email }: TestMember, from: From) =>
  app.call(login, { body: { email, password: PASSWORD } }, undefined, headersOf(from));

const placeOf = async (name: string) =>
  (await app.call(getPlaceInLine, { params: { ticket: ticketOf(name) } })).body.place;

const inLine = (name: string, place: number) => expect.poll(() => placeOf(name), { timeout: 10_000 }).toBe(place);

/** Fills what is let in by one network. */
async function fill(): Promise<Promise<{ status: number }>[]> {
  const members = await createMembers(
    app,
    Array.from({ length: AT_ONCE }, () => ({})),
  );
  const network = `10.99.${++used}.1`;
  const logins = members.map((member, i) => logInAs(member, { network, name: `filler-${used}-${i}` }));
  await begun(AT_ONCE);
  return logins;
}

async function letAllGo(logins: readonly Promise<{ status: number }>[]): Promise<number[]> {
  let isOver = false;
  const all = Promise.all(logins).finally(() => {
    isOver = true;
  });
  await expect
    .poll(
      () => {
        for (const go of checks) go();
        return isOver;
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  return (await all).map(({ status }) => status);
}

test("a login that has to wait can ask for its place, and one network cannot fill the line", async () => {
  const fillers = await fill();
  const [one, two, three, other] = (await createMembers(app, [{}, {}, {}, {}])) as TestMember[] as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ];
  const many = { network: "10.1.1.1" };
  const logins = [logInAs(one, { ...many, name: "one" })];
  await inLine("one", 1);
  logins.push(logInAs(two, { ...many, name: "two" }));
  await inLine("two", 2);
  logins.push(logInAs(three, { ...many, name: "three" }));
  await inLine("three", 3);
  logins.push(logInAs(other, { network: "10.2.2.2", name: "other" }));
  await inLine("other", 2);
  expect(await placeOf("three")).toBe(4);
  expect(await placeOf("nobody")).toBeNull();
  letGo(0);
  await begun(AT_ONCE + 1);
  await inLine("other", 1);
  expect(await placeOf("one")).toBeNull();
  const statuses = await letAllGo([...fillers, ...logins]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await placeOf("three")).toBeNull();
});

test("a login that has waited for 45 seconds is told when to try again", async () => {
  const fillers = await fill();
  const [member] = (await createMembers(app, [{}])) as [TestMember];
  const timers = vi.spyOn(globalThis, "setTimeout");
  const waiting = logInAs(member, { network: "10.7.7.7", name: "late" });
  await inLine("late", 1);
  const [end] = timers.mock.calls.find(([, ms]) => ms === 45_000) ?? [];
  end?.();
  const { status, headers, body } = await waiting;
  expect([status, body.code]).toEqual([503, "server_busy"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(15);
  expect(await placeOf("late")).toBeNull();
  expect(new Set(await letAllGo(fillers))).toEqual(new Set([200]));
  expect(checks).toHaveLength(AT_ONCE);
});

test("whoever goes away leaves the line", async () => {
  const fillers = await fill();
  const [gone, next] = (await createMembers(app, [{}, {}])) as [TestMember, TestMember];
  const abort = new AbortController();
  const left = fetch(app.address + login.path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headersOf({ network: "10.3.3.3", name: "gone" }) },
    body: JSON.stringify({ email: gone.email, password: PASSWORD }),
    signal: abort.signal,
  });
  await inLine("gone", 1);
  const login2 = logInAs(next, { network: "10.4.4.4", name: "stays" });
  await inLine("stays", 2);
  abort.abort();
  await expect(left).rejects.toThrow();
  await inLine("stays", 1);
  expect(new Set(await letAllGo([...fillers, login2]))).toEqual(new Set([200]));
  expect(checks).toHaveLength(AT_ONCE + 1);
});

test("sign-ups and members who change their password wait in the same line", async () => {
  const fillers = await fill();
  const [member] = (await createMembers(app, [{}])) as [TestMember];
  const newPassword = "another long password";
  const change = app.call(
    changePassword,
    { body: { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword } },
    member.token,
    headersOf({ network: "10.5.5.5", name: "member" }),
  );
  await inLine("member", 1);
  const body = {
    email: "new.in.line@example.com",
    username: "new_in_line",
    password: PASSWORD,
    confirmPassword: PASSWORD,
    dateOfBirth: "1990-01-01",
  };
  const signUp = app.call(register, { body }, undefined, headersOf({ network: "10.6.6.6", name: "visitor" }));
  await inLine("visitor", 2);
  expect(await letAllGo([...fillers, change, signUp])).toEqual([...fillers.map(() => 200), 200, 201]);
});
