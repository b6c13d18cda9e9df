import { describe, expect, test } from "vitest";
import { register } from "#contract/accounts/accounts.ts";
import { sendMessage } from "#contract/chat/messages.ts";
import { deleteMember } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import { showMember } from "#server/domains/moderation/operators/members.service.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { createCompleteMember, createMatch, createMember, logIn } from "#server/testing/members.ts";
import { findAuditedActions } from "#server/testing/run-command.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const BY = { who: "ada", reason: "Sent threats" };

describe("showMember", () => {
  test("presents account, status and audit log, and records the access", async () => {
    const member = await createCompleteMember(app);
    await suspendMember(app.ctx, BY, member.id, null, "Threats.");
    const shown = await showMember(app.ctx, { who: "grace", reason: "Asked support" }, member.username);
    expect(shown).toMatchObject({ email: member.email, status: "suspended", balance: 5, counts: { logins: 0 } });
    expect(shown.credits).toMatchObject([{ kind: "bonus", change: 5, source: "signup" }]);
    expect(shown.actions.map(({ actor, action }) => `${actor}: ${action}`)).toEqual([
      "grace: show member",
      "ada: suspend",
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/password|argon|cell/);
  });

  test("has what a member paid, with the numbers of buyer and provider, and renewals without an amount", async () => {
    const member = await createMember(app);
    const { pool } = app.database;
    await pool.query(
      `insert into checkouts (id, wallet_id, kind, crushes, amount_cents, session_id, subscription_id, state, granted_at)
       select gen_random_uuid(), id, 'subscription', 0, 2999, 'cs_first', 'sub_paid', 'granted', now() - interval '1 month'
       from wallets where member_id = $1`,
      [member.id],
    );
    await pool.query("insert into subscriptions (provider_id, member_id) values ('sub_paid', $1)", [member.id]);
    await pool.query(
      `insert into subscription_payments (payment_id, subscription_id, created_at)
       values ('pi_first', 'sub_paid', now() - interval '1 month'), ('pi_second', 'sub_paid', now())`,
    );
    const { payments } = await showMember(app.ctx, BY, member.username);
    expect(payments.map(({ number, paymentId, amountCents }) => [number, paymentId, amountCents])).toEqual([
      [null, "pi_second", null],
      ["cs_first", "pi_first", 2999],
    ]);
  });

  test("never takes a username in the form of an email address for that address", async () => {
    const victim = await createMember(app);
    const trickster = await createMember(app);
    await app.database.pool.query("update profiles set username = $1, username_normalized = $1 where member_id = $2", [
      victim.email,
      trickster.id,
    ]);
    expect((await suspendMember(app.ctx, BY, victim.email, null, "Threats.")).id).toBe(victim.id);
  });
});

describe("deleteMember", () => {
  test("deletes a suspended member's account, whose address can sign up again", async () => {
    const [member, other] = await createMatch(app);
    await app.call(sendMessage, { body: { receiverId: other.id, content: "Hello" } }, member.token);
    await suspendMember(app.ctx, BY, member.id, null, "Threats.");
    await expect(deleteMember(app.ctx, BY, member.username)).rejects.toThrow("Specify the member by id");
    const device = await connectDevice(app, other.token);
    expect(await deleteMember(app.ctx, BY, member.id)).toMatchObject({ username: member.username });
    await eraseDeleted(app);
    expect(await device.waitFor("member_deleted")).toEqual({ userId: member.id });
    device.close();
    expect((await logIn(app, member)).body.code).toBe("invalid_credentials");
    const { rows } = await app.database.pool.query("select 1 from suspensions where member_id = $1", [member.id]);
    expect(rows).toEqual([]);
    await expect(deleteMember(app.ctx, BY, member.id)).rejects.toThrow("was not found");
    expect(await findAuditedActions(app, member.id)).toEqual(["delete", "suspend"]);
    const { username, email, password } = member;
    const account = { username, email, password, confirmPassword: password, dateOfBirth: "1990-01-01" };
    expect((await app.call(register, { body: account })).status).toBe(201);
  });
});
