import { describe, expect, test } from "vitest";
import { listQueue } from "#contract/moderation/cases.ts";
import {
  acceptInvitation,
  getLoginOptions,
  getStaffSession,
  logIn,
  logOut,
  openInvitation,
} from "#contract/moderation/staff.ts";
import { listUnassignedNotices } from "#contract/moderation/unassigned-notices.ts";
import { deleteExpired } from "#server/domains/member-data/cleanup/cleanup.service.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { removeStaffMember, resetStaffMember, setStaffRole } from "#server/domains/moderation/staff/staff.service.ts";
import { createMember } from "#server/testing/members.ts";
import { createSoftwareAuthenticator } from "#server/testing/software-authenticator.ts";
import { callStaff, consoleOrigin, cookieIn, createStaff, inviteStaff, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const BY = { who: "ada", reason: "A test" };
const query = (sql: string, ...values: unknown[]) => app.database.pool.query(sql, values);

const newAuthenticator = () => createSoftwareAuthenticator(consoleOrigin(app));
const open = async (token: string) => (await callStaff(app, openInvitation, { body: { token } })).body.options;
const whoIs = (staff: Pick<TestStaff, "cookie">) => callStaff(app, getStaffSession, {}, staff);

async function logInAs({ authenticator }: TestStaff, deviations = {}) {
  const { body } = await callStaff(app, getLoginOptions, {});
  return callStaff(app, logIn, { body: { credential: authenticator.get(body.options, deviations) } });
}

describe("an invitation", () => {
  test("makes a passkey and logs in, with a cookie that pages cannot read", async () => {
    const { name, token } = await inviteStaff(app, "photos");
    const opened = await callStaff(app, openInvitation, { body: { token } });
    expect(opened.body).toMatchObject({ name, role: "photos" });
    expect(opened.body.options.authenticatorSelection.userVerification).toBe("required");
    const credential = newAuthenticator().create(opened.body.options);
    const { status, headers, body } = await callStaff(app, acceptInvitation, { body: { token, credential } });
    expect([status, body.staff]).toMatchObject([200, { name, role: "photos" }]);
    expect(headers.get("set-cookie")).toMatch(/^spotter_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await whoIs({ cookie: cookieIn(headers) })).body.staff).toEqual(body.staff);
  });

  test("works once, also if it is used twice at the same time", async () => {
    const { token } = await inviteStaff(app);
    const [first, second] = [await open(token), await open(token)];
    const answers = await Promise.all(
      [first, second].map((options) =>
        callStaff(app, acceptInvitation, { body: { token, credential: newAuthenticator().create(options) } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await callStaff(app, openInvitation, { body: { token } })).body.code).toBe("staff_invitation_invalid");
  });

  test("expires after 48 hours, and its rows are deleted", async () => {
    const { token } = await inviteStaff(app);
    const options = await open(token);
    await query("update staff_invitations set created_at = now() - interval '48 hours 1 minute'");
    const body = { token, credential: newAuthenticator().create(options) };
    expect((await callStaff(app, acceptInvitation, { body })).body.code).toBe("staff_invitation_invalid");
    await deleteExpired(app.ctx, "staff_invitations");
    expect((await query("select from staff_invitations")).rowCount).toBe(0);
  });

  test("is replaced by a reset, which ends all access of the person", async () => {
    const staff = await createStaff(app);
    const { link } = await resetStaffMember(app.ctx, BY, staff.name);
    expect((await whoIs(staff)).status).toBe(401);
    expect((await logInAs(staff)).body.code).toBe("staff_login_failed");
    const token = new URL(link).hash.slice(1);
    const credential = newAuthenticator().create(await open(token));
    expect((await callStaff(app, acceptInvitation, { body: { token, credential } })).status).toBe(200);
  });

  test("rejects a passkey of another origin", async () => {
    const { token } = await inviteStaff(app);
    const credential = newAuthenticator().create(await open(token), { origin: "https://evil.example" });
    const { body, headers } = await callStaff(app, acceptInvitation, { body: { token, credential } });
    expect([body.code, headers.get("set-cookie")]).toEqual(["staff_login_failed", null]);
  });

  test("rejects the challenge of another person's invitation", async () => {
    const [one, other] = [await inviteStaff(app), await inviteStaff(app)];
    const credential = newAuthenticator().create(await open(other.token));
    const { body } = await callStaff(app, acceptInvitation, { body: { token: one.token, credential } });
    expect(body.code).toBe("staff_login_failed");
  });
});

describe("a login", () => {
  test("needs the passkey, and a logout ends it", async () => {
    const staff = await createStaff(app);
    const { status, headers } = await logInAs(staff);
    expect(status).toBe(200);
    const session = { cookie: cookieIn(headers) };
    expect((await whoIs(session)).status).toBe(200);
    const left = await callStaff(app, logOut, {}, session);
    expect(left.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await whoIs(session)).status).toBe(401);
    // The session of the invitation is another one.
    expect((await whoIs(staff)).status).toBe(200);
  });

  test("uses each challenge once, and only for five minutes", async () => {
    const staff = await createStaff(app);
    const { body } = await callStaff(app, getLoginOptions, {});
    const credential = staff.authenticator.get(body.options);
    expect((await callStaff(app, logIn, { body: { credential } })).status).toBe(200);
    expect((await callStaff(app, logIn, { body: { credential } })).body.code).toBe("staff_login_failed");
    const later = await callStaff(app, getLoginOptions, {});
    await query("update staff_challenges set created_at = now() - interval '6 minutes'");
    const late = staff.authenticator.get(later.body.options);
    expect((await callStaff(app, logIn, { body: { credential: late } })).body.code).toBe("staff_login_failed");
  });

  test("with a counter that was used is rejected, so a copied key is of no use", async () => {
    const { token } = await inviteStaff(app);
    const authenticator = createSoftwareAuthenticator(consoleOrigin(app), { counts: true });
    const credential = authenticator.create(await open(token));
    await callStaff(app, acceptInvitation, { body: { token, credential } });
    const log = async (counter?: number) => {
      const { body } = await callStaff(app, getLoginOptions, {});
      const answer = authenticator.get(body.options, counter === undefined ? {} : { counter });
      return (await callStaff(app, logIn, { body: { credential: answer } })).status;
    };
    expect(await log(7)).toBe(200);
    expect(await log(7)).toBe(401);
    expect(await log(8)).toBe(200);
  });

  test.each([
    ["of another origin", { origin: "https://evil.example" }],
    ["to an unknown challenge", { challenge: "AAAA" }],
  ])("rejects an answer %s", async (_name, deviations) => {
    expect((await logInAs(await createStaff(app), deviations)).body.code).toBe("staff_login_failed");
  });

  test("rejects an unknown passkey as it rejects a wrong answer", async () => {
    const stranger = newAuthenticator();
    const { token } = await inviteStaff(app);
    stranger.create(await open(token));
    const { body } = await callStaff(app, getLoginOptions, {});
    const { status, body: reply } = await callStaff(app, logIn, { body: { credential: stranger.get(body.options) } });
    expect([status, reply.code]).toEqual([401, "staff_login_failed"]);
  });
});

describe("a session", () => {
  test("ends after an hour without use, and after twelve hours in any case", async () => {
    const [idle, old] = [await createStaff(app), await createStaff(app)];
    const set = (column: string, ago: string, { id }: TestStaff) =>
      query(`update staff_sessions set ${column} = now() - $1::interval where staff_id = $2`, ago, id);
    await set("last_used_at", "59 minutes", idle);
    expect((await whoIs(idle)).status).toBe(200);
    // The look has extended it.
    const { rows } = await query(
      "select last_used_at > now() - interval '1 minute' as is_fresh from staff_sessions where staff_id = $1",
      idle.id,
    );
    expect(rows).toEqual([{ is_fresh: true }]);
    // An open queue that reads itself again has not.
    await set("last_used_at", "59 minutes", idle);
    expect((await callStaff(app, listQueue, { query: {} }, idle)).status).toBe(200);
    expect((await callStaff(app, listUnassignedNotices, {}, idle)).status).toBe(200);
    const used = "select 1 from staff_sessions where last_used_at > now() - interval '58 minutes' and staff_id = $1";
    expect((await query(used, idle.id)).rows).toEqual([]);
    await set("last_used_at", "61 minutes", idle);
    expect((await whoIs(idle)).body.code).toBe("unauthorized");
    await set("created_at", "12 hours 1 minute", old);
    expect((await whoIs(old)).status).toBe(401);
  });

  test("ends with the person's removal, who is in no list any more and whose name is free", async () => {
    const staff = await createStaff(app);
    await removeStaffMember(app.ctx, BY, staff.name);
    expect((await whoIs(staff)).status).toBe(401);
    expect((await logInAs(staff)).body.code).toBe("staff_login_failed");
    await expect(removeStaffMember(app.ctx, BY, staff.name)).rejects.toThrow("No person of the staff");
    expect((await inviteStaff(app, "all", staff.name)).name).toBe(staff.name);
    await expect(inviteStaff(app, "all", staff.name.toUpperCase())).rejects.toThrow("is on the staff already");
  });

  test("has the role that the person has now", async () => {
    const staff = await createStaff(app, "read_only");
    await setStaffRole(app.ctx, BY, staff.name, "reports");
    expect((await whoIs(staff)).body.staff.role).toBe("reports");
  });

  test("is not a member's, and a member's token is none", async () => {
    const { token } = await createMember(app);
    const asMember = await callStaff(app, getStaffSession, {}, undefined, { authorization: `Bearer ${token}` });
    expect(asMember.status).toBe(401);
    const staff = await createStaff(app);
    const cookie = { headers: { cookie: staff.cookie, authorization: `Bearer ${staff.cookie.split("=")[1]}` } };
    expect((await app.fetch("/api/profile", cookie)).status).toBe(401);
  });

  test("is used by pages of the console only", async () => {
    const staff = await createStaff(app);
    for (const origin of ["https://evil.example", "http://localhost:1", "null"]) {
      const reply = await callStaff(app, logOut, {}, staff, { origin });
      expect([reply.status, reply.body.code]).toEqual([403, "staff_forbidden"]);
    }
    const bare = await app.fetch("/api/moderation/logout", { method: "POST", headers: { cookie: staff.cookie } });
    expect(bare.status).toBe(403);
    expect((await whoIs(staff)).status).toBe(200);
  });
});

test("every step is in the audit log, by the person's name", async () => {
  const staff = await createStaff(app, "all");
  await setStaffRole(app.ctx, BY, staff.name, "photos");
  await callStaff(app, logOut, {}, staff);
  const log = (await readAuditLog(app.ctx.db, staff.id, 20)).map(({ actor, action }) => `${actor}: ${action}`);
  expect(log.reverse()).toEqual([
    "ada: invite staff",
    `${staff.name}: add staff passkey`,
    `${staff.name}: log in staff`,
    "ada: set staff role",
    `${staff.name}: log out staff`,
  ]);
});

describe("in production", () => {
  const secure = testApp({ production: true, publicUrl: "https://spotter.test" });

  test("the cookie is for this host and https only", async () => {
    const { token } = await inviteStaff(secure);
    const opened = await callStaff(secure, openInvitation, { body: { token } });
    const credential = createSoftwareAuthenticator("https://spotter.test").create(opened.body.options);
    const { headers } = await callStaff(secure, acceptInvitation, { body: { token, credential } });
    expect(headers.get("set-cookie")).toMatch(
      /^__Host-spotter_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(headers.get("cache-control")).toBe("no-store");
  });
});
