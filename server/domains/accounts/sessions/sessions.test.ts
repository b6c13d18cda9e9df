import { describe, expect, onTestFinished, test, vi } from "vitest";
import { changePassword, login, logout } from "#contract/accounts/accounts.ts";
import { endOtherSessions, endSession, listSessions } from "#contract/accounts/sessions.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { getProfile } from "#contract/members/profiles.ts";
import type { Context } from "#server/context.ts";
import { readContract } from "#server/contract-endpoints.ts";
import { hashToken } from "#server/domains/accounts/accounts.policy.ts";
import { describeDevice } from "#server/domains/accounts/sessions/client-device.ts";
import { createSessionCache } from "#server/domains/accounts/sessions/session-cache.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import { newId } from "#server/platform/lib/ids.ts";
import type { EndedSessions } from "#server/platform/realtime/socket-server.ts";
import { cookieOf, loginFrom } from "#server/testing/login-helpers.ts";
import { createCompleteMember, createMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { forgetSessions } from "#server/testing/sessions.ts";
import { connectDevice, type Device } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const there = testApp({}, { sharedWith: app });

const PHONE =
  "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36";

async function onPhone({ email, password }: TestMember): Promise<string> {
  const { body } = await there.fetch("/api/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": PHONE },
    body: JSON.stringify({ email, password }),
  });
  return String(body["token"]);
}

const list = async (token: string) => (await app.call(listSessions, {}, token)).body.sessions;
const isIn = async (token: string) => (await there.call(getProfile, {}, token)).status === 200;
const query = (text: string, ...values: unknown[]) => app.database.pool.query(text, values);
/** Long before the server looks at the token by itself. */
const cutOf = ({ socket }: Device) => new Promise((resolve) => socket.once("disconnect", resolve));

describe("sessions", () => {
  test("are listed by device, the current one first, without other data", async () => {
    const member = await createMember(app);
    const phone = await onPhone(member);
    const [first, second, ...rest] = await list(phone);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ device: "Chrome on Android", current: true });
    expect(second).toMatchObject({ current: false });
    expect(Object.keys(first ?? {}).sort()).toEqual([
      "_id",
      "createdAt",
      "current",
      "device",
      "lastUsedAt",
      "newDevice",
    ]);
    expect((await list(member.token)).map(({ current }) => current)).toEqual([true, false]);
    const { rows } = await app.database.pool.query("select * from sessions where member_id = $1", [member.id]);
    expect(JSON.stringify(rows)).not.toMatch(/Pixel|Mozilla|127\.0\.0\.1|::1/);
  });

  test("of a suspended member are rejected, also one that a restore has left", async () => {
    const member = await createMember(app);
    await app.database.pool.query("update members set status = 'suspended' where id = $1", [member.id]);
    forgetSessions(app, there);
    expect((await app.call(getProfile, {}, member.token)).status).toBe(401);
    expect((await app.call(login, { body: { email: member.email, password: member.password } })).status).toBe(403);
  });

  test("expire after 30 unused days", async () => {
    const member = await createMember(app);
    const phone = await onPhone(member);
    const leaveUnused = async (interval: string) => {
      await query(
        "update sessions set last_used_at = now() - $2::interval where member_id = $1 and device like '%Android'",
        member.id,
        interval,
      );
      forgetSessions(app, there);
    };
    await leaveUnused("29 days");
    expect(await isIn(phone)).toBe(true);
    await leaveUnused("30 days");
    expect(await isIn(phone)).toBe(false);
    expect(await list(member.token)).toHaveLength(1);
  });

  test("expire after 180 days, even if used", async () => {
    const member = await createMember(app);
    const phone = await onPhone(member);
    const age = async (interval: string) => {
      await query(
        "update sessions set created_at = now() - $2::interval where member_id = $1 and device like '%Android'",
        member.id,
        interval,
      );
      forgetSessions(app, there);
    };
    await age("179 days 23 hours");
    expect([await isIn(phone), (await list(member.token)).length]).toEqual([true, 2]);
    await age("180 days");
    expect([await isIn(phone), (await list(member.token)).length]).toEqual([false, 1]);
  });

  test("are limited to 20: one more ends the least recently used, with its sockets", async () => {
    const member = await createMember(app);
    for (let i = 0; i < 19; i++) await onPhone(member);
    const oldest = await connectDevice(there, member.token);
    // The others are younger, because a socket that has just connected may still count as a use of its session.
    await app.database.pool.query(
      "update sessions set last_used_at = now() + interval '1 hour' where member_id = $1 and device <> 'Unknown device'",
      [member.id],
    );
    const cut = cutOf(oldest);
    const newest = await onPhone(member);
    await cut;
    expect([await isIn(member.token), await isIn(newest), (await list(newest)).length]).toEqual([false, true, 20]);
    oldest.close();
  });

  test("note when they are used, and that their members are active, also many at once", async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => createCompleteMember(app)));
    const ids = members.map(({ id }) => id);
    const count = async (tables: string, condition: string) =>
      (await app.database.pool.query(`select 1 from ${tables} where member_id = any($1) and ${condition}`, [ids]))
        .rowCount;
    const used = () => count("sessions", "last_used_at > now() - interval '1 minute'");
    const active = () =>
      count(
        "search_index join members on id = member_id",
        "last_active_at > now() - interval '1 minute' and active_on = (now() at time zone 'UTC')::date",
      );
    const { pool } = app.database;
    await pool.query("update sessions set last_used_at = now() - interval '2 days' where member_id = any($1)", [ids]);
    await pool.query("update members set last_active_at = now() - interval '2 days' where id = any($1)", [ids]);
    await pool.query("update search_index set active_on = active_on - 2 where member_id = any($1)", [ids]);
    expect([await used(), await active()]).toEqual([0, 0]);
    forgetSessions(app, there);
    await Promise.all(members.map(({ token }) => isIn(token)));
    await expect.poll(async () => [await used(), await active()], { timeout: 5_000 }).toEqual([8, 8]);
  });

  test("are limited to 20 under concurrent logins", async () => {
    const member = await createMember(app);
    await Promise.all(Array.from({ length: 30 }, () => onPhone(member)));
    const { rows } = await app.database.pool.query("select 1 from sessions where member_id = $1", [member.id]);
    expect(rows).toHaveLength(20);
  });

  test("are marked if the member had not logged in on the device before", async () => {
    const member = await createMember(app);
    const first = await loginFrom(app, { ...member, userAgent: PHONE });
    const again = await loginFrom(app, { ...member, userAgent: PHONE, cookie: cookieOf(first) });
    const logins = await list(String(again.body["token"]));
    expect(logins.map(({ device, newDevice }) => [device, newDevice])).toEqual([
      ["Chrome on Android", false],
      ["Chrome on Android", true],
      ["Unknown device", false],
    ]);
  });

  test("end with the browser's cached pages, but keep the app's storage", async () => {
    const member = await createMember(app);
    const { headers } = await app.call(logout, {}, member.token);
    expect(headers.get("clear-site-data")).toBe('"cache"');
  });

  test("can be ended one by one, with their sockets on every process and an event to the others", async () => {
    const member = await createMember(app);
    const [phone, tablet] = [await onPhone(member), await onPhone(member)];
    const [theirs, mine] = [await connectDevice(there, phone), await connectDevice(app, member.token)];
    const other = (await list(phone)).find(({ current }) => current);
    const cut = cutOf(theirs);
    expect((await app.call(endSession, { params: { sessionId: other?._id ?? "" } }, member.token)).status).toBe(200);
    await cut;
    expect([await isIn(phone), await isIn(tablet), await isIn(member.token)]).toEqual([false, true, true]);
    expect(await mine.waitFor("settings_changed")).toEqual({ what: "sessions" });
    expect((await app.call(endSession, { params: { sessionId: other?._id ?? "" } }, member.token)).status).toBe(200);
    for (const device of [theirs, mine]) device.close();
  });

  test("can be ended except the current one", async () => {
    const [member, stranger] = [await createMember(app), await createMember(app)];
    const others = [await onPhone(member), await onPhone(member), await onPhone(member)];
    const devices = await Promise.all(others.map((token) => connectDevice(there, token)));
    const cut = Promise.all(devices.map(cutOf));
    await app.call(endOtherSessions, {}, member.token);
    await cut;
    expect(await Promise.all([...others, member.token, stranger.token].map(isIn))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(await list(member.token)).toHaveLength(1);
  });

  test("emit an event to the other devices when they start and end", async () => {
    const member = await createMember(app);
    const device = await connectDevice(app, member.token);
    const { body } = await app.call(login, { body: { email: member.email, password: member.password } });
    await device.waitFor("settings_changed");
    await app.call(logout, {}, body.token);
    await expect.poll(() => device.received.length).toBe(2);
    device.close();
  });
});

describe("a session that was used within the last seconds", () => {
  /** The end of a session whose event is lost. */
  const deleteRow = ({ id }: TestMember) => query("delete from sessions where member_id = $1", id);
  const stopClock = () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
  };
  const signIn = async () => {
    const member = await createMember(app);
    for (const one of [app, there]) await one.call(getProfile, {}, member.token);
    return member;
  };
  const statuses = (token: string) =>
    Promise.all([app, there].map(async (one) => (await one.call(getProfile, {}, token)).status));

  test("ends at once in the process that ends it, and by an event in the others", async () => {
    const [member, other] = [await signIn(), await signIn()];
    await app.call(logout, {}, member.token);
    expect((await app.call(getProfile, {}, member.token)).status).toBe(401);
    await expect.poll(() => isIn(member.token)).toBe(false);
    expect(await statuses(other.token)).toEqual([200, 200]);
  });

  test.each<[string, (member: TestMember) => Promise<unknown>]>([
    [
      "a suspension",
      ({ username }) => suspendMember(app.ctx, { who: "ada", reason: "A test" }, username, null, "Threats."),
    ],
    [
      "a new password",
      ({ token, password: currentPassword }) =>
        app.call(
          changePassword,
          { body: { currentPassword, newPassword: "another password", confirmPassword: "another password" } },
          token,
        ),
    ],
    ["the end of the account", ({ token }) => app.call(deleteAccount, { body: { password: PASSWORD } }, token)],
  ])("ends with %s", async (_, act) => {
    stopClock();
    const member = await signIn();
    await act(member);
    expect((await app.call(getProfile, {}, member.token)).status).toBe(401);
    await expect.poll(() => isIn(member.token)).toBe(false);
  });

  test("is looked up again after seconds, if the event is lost", async () => {
    stopClock();
    const member = await signIn();
    await deleteRow(member);
    vi.advanceTimersByTime(4_999);
    expect(await statuses(member.token)).toEqual([200, 200]);
    vi.advanceTimersByTime(1);
    expect(await statuses(member.token)).toEqual([401, 401]);
  });

  test("is looked up again after a gap in the events", async () => {
    stopClock();
    const member = await signIn();
    await deleteRow(member);
    // Listeners report a gap when their connection comes back.
    await query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
    );
    await expect.poll(() => statuses(member.token)).toEqual([401, 401]);
  });

  test("is looked up each time for what cannot be undone", async () => {
    stopClock();
    const member = await createMember(app);
    const sessionId = hashToken(member.token).toString("hex");
    const caller = { id: member.id, username: member.username, sessionId };
    await deleteRow(member);
    const keepSession = () => app.ctx.singleton(createSessionCache).read(sessionId, async () => caller);
    const sensitive = (await readContract()).members.filter(
      ({ domain, name, endpoint }) =>
        endpoint.access === "member" &&
        ["accounts", "billing", "member-data"].includes(domain) &&
        !["updateNotifications", "getPrivacy", "updatePrivacy", "getWallet"].includes(name),
    );
    expect(sensitive.length).toBeGreaterThan(20);
    for (const { name, endpoint } of sensitive) {
      await keepSession();
      const { status } = await app.fetch(endpoint.path.replace(/:\w+/g, newId()), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${member.token}` },
      });
      expect([name, status]).toEqual([name, 401]);
    }
    await keepSession();
    expect((await app.call(getProfile, {}, member.token)).status).toBe(200);
  });
});

describe("the sessions that a process keeps", () => {
  const createCache = () => {
    let end: (ended: EndedSessions | undefined) => void = () => undefined;
    const realtime = {
      onSessionsEnded: (listener: typeof end) => {
        end = listener;
      },
    };
    const cache = createSessionCache({ realtime: realtime as Context["realtime"] });
    return { cache, end: (ended?: EndedSessions) => end(ended) };
  };
  const caller = (sessionId: string, id = "ann"): Caller => ({ id, username: id, sessionId });

  test("are those of before no end that came during their look-up", async () => {
    const { cache, end } = createCache();
    const found = Promise.withResolvers<Caller>();
    const read = cache.read("1", () => found.promise);
    end({ memberId: "ann" });
    found.resolve(caller("1"));
    expect([await read, cache.find("1")]).toEqual([caller("1"), undefined]);
  });

  test("end alone, with all of their member, and all together", async () => {
    const { cache, end } = createCache();
    const ids = ["1", "2", "3", "4"];
    const members: Record<string, string> = { "4": "ben" };
    for (const id of ids) await cache.read(id, async () => caller(id, members[id]));
    const kept = () => ids.filter((id) => cache.find(id));
    end({ sessionId: "1" });
    expect(kept()).toEqual(["2", "3", "4"]);
    end({ memberId: "ann" });
    expect(kept()).toEqual(["4"]);
    end();
    expect(kept()).toEqual([]);
  });

  test("are at most 20,000, the latest", async () => {
    const { cache } = createCache();
    for (let nth = 0; nth <= 20_000; nth++) await cache.read(String(nth), async () => caller(String(nth)));
    expect([cache.find("0"), cache.find("1"), cache.find("20000")]).toEqual([undefined, caller("1"), caller("20000")]);
  });
});

test.each([
  [PHONE, "Chrome on Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/146.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari on Mac",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S938B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  ["curl/8.5.0", "Unknown device"],
  ["", "Unknown device"],
  [undefined, "Unknown device"],
  [`${"x".repeat(100_000)} Chrome/1`, "Unknown device"],
])("a browser that calls itself %j is in words %j", (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});
