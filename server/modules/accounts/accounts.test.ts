import { describe, expect, test } from "vitest";
import { login, logout } from "#contract/accounts.ts";
import { getProfile } from "#contract/profiles.ts";
import { createMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

describe("login", () => {
  // @spec 7.post-api-auth-2
  test("returns a valid token, with any case of the address", async () => {
    const member = await createMember(app);
    const { status, body } = await app.call(login, {
      body: { email: member.email.toUpperCase(), password: member.password },
    });
    expect(status).toBe(200);
    expect(body.user).toEqual({ _id: member.id, username: member.username });
    expect((await app.call(getProfile, {}, body.token)).status).toBe(200);
  });

  test("responds alike to a wrong password and an unknown address", async () => {
    const member = await createMember(app);
    const wrong = await app.call(login, { body: { email: member.email, password: "not the password" } });
    const unknown = await app.call(login, { body: { email: "nobody@example.com", password: "not the password" } });
    expect(wrong.status).toBe(401);
    expect(unknown).toMatchObject({ status: 401, body: wrong.body });
  });

  // @spec 5.login-email-required
  test.each([
    [{ email: "", password: "x" }, "Email is required"],
    [{ email: "a@b.c", password: "" }, "Password is required"],
  ])("refuses %j", async (body, message) => {
    expect(await app.call(login, { body })).toMatchObject({ status: 400, body: { message } });
  });

  test("stores only a hash of the token", async () => {
    const member = await createMember(app);
    const rows = await app.ctx.db.selectFrom("sessions").selectAll().where("member_id", "=", member.id).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash.toString("base64url")).not.toBe(member.token);
  });
});

describe("the end of a session", () => {
  test("logout ends the session and its sockets, but no other session", async () => {
    const member = await createMember(app);
    const again = await app.call(login, { body: { email: member.email, password: member.password } });
    const device = await connectDevice(app, member.token);
    const other = await connectDevice(app, again.body.token);
    const cut = new Promise((resolve) => device.socket.once("disconnect", resolve));
    expect((await app.call(logout, {}, member.token)).status).toBe(200);
    await cut;
    expect(other.socket.connected).toBe(true);
    other.close();
    expect((await app.call(getProfile, {}, member.token)).status).toBe(401);
    expect((await app.call(getProfile, {}, again.body.token)).status).toBe(200);
  });

  // @spec 6.members-have-all
  test.each([undefined, "nonsense", "a".repeat(43)])("refuses the token %s", async (token) => {
    expect(await app.call(getProfile, {}, token)).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  });

  test("a session that is unused for 30 days is expired", async () => {
    const member = await createMember(app);
    const { pool } = app.database;
    await pool.query("update sessions set last_used_at = now() - interval '29 days' where member_id = $1", [member.id]);
    expect((await app.call(getProfile, {}, member.token)).status).toBe(200);
    await pool.query("update sessions set last_used_at = now() - interval '31 days' where member_id = $1", [member.id]);
    expect((await app.call(getProfile, {}, member.token)).status).toBe(401);
  });

  test("the token of a suspended member is rejected", async () => {
    const member = await createMember(app);
    await app.database.pool.query("update members set status = 'suspended' where id = $1", [member.id]);
    expect((await app.call(getProfile, {}, member.token)).status).toBe(401);
    expect((await app.call(login, { body: { email: member.email, password: member.password } })).status).toBe(403);
  });
});
