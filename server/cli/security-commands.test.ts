import { expect, test } from "vitest";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { loginFrom } from "#server/testing/login-helpers.ts";
import { PASSWORD, registerMember } from "#server/testing/members.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ trustProxy: "loopback" }, { sharedWith: "others" });
const runOnApp = (...args: string[]) => runCommand(app, args);

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly outcome: string;
  readonly network: string | null;
}
const read = async (...args: string[]): Promise<Shown[]> =>
  JSON.parse((await runOnApp("security-events", ...args, "--json")).out);

const PHONE =
  "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36";

test("security-events lists a member's logins and records the access", async () => {
  const member = await registerMember(app);
  await loginFrom(app, { ...member, network: "203.0.113.5", userAgent: PHONE });
  const { code, out } = await runOnApp("security-events", member.email, "--as", "ada");
  expect(code).toBe(0);
  expect(out).toMatch(/login +succeeded_on_new_device +Chrome on Android +[0-9a-f]{12}/);
  expect(out).not.toMatch(/203\.0|example\.com/);
  const log = await runOnApp("log", "--about", member.id);
  expect(log.out).toMatch(/ada +list security events .* count=2/);
});

test("security-events finds events from the same network, and deleted members by id", async () => {
  const [one, other, elsewhere] = [await registerMember(app), await registerMember(app), await registerMember(app)];
  for (const member of [one, other]) await loginFrom(app, { ...member, password: "wrong", network: "198.51.100.9" });
  await loginFrom(app, { ...elsewhere, password: "wrong", network: "198.51.100.10" });
  const [failed] = (await read(one.id)).filter(({ outcome }) => outcome === "invalid_credentials");
  const same = await read("--network-of", failed?.id ?? "");
  expect(same.map(({ outcome }) => outcome)).toEqual(["invalid_credentials", "invalid_credentials"]);
  expect(new Set(same.map(({ network }) => network)).size).toBe(1);
  await app.call(deleteAccount, { body: { password: PASSWORD } }, one.token);
  expect((await read(one.id)).map(({ kind }) => kind)).toEqual(["account", "login", "register"]);
});

test("security-events filters by time", async () => {
  const member = await registerMember(app);
  const hours = (count: number) => `${new Date(Date.now() + count * 3600_000).toISOString().slice(0, 19)}Z`;
  const within = (since: string, until: string) => read(member.id, "--since", since, "--until", until);
  expect(await within(hours(-1), hours(1))).toHaveLength(1);
  expect(await within(hours(-2), hours(-1))).toHaveLength(0);
  expect(await within(hours(1), hours(2))).toHaveLength(0);
  expect(await within("2000-01-01", "2999-01-01")).toHaveLength(1);
  for (const wrong of ["yesterday", "2026-13-01"]) {
    const { code, err } = await runOnApp("security-events", "--since", wrong);
    expect([code, err]).toEqual([2, expect.stringContaining("`--since` must be a day such as")]);
  }
  const { code, err } = await runOnApp("security-events", "--network-of", "nonsense");
  expect([code, err]).toEqual([1, "Event nonsense was not found."]);
});
