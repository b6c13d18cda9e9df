import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { changePassword, verifyEmail } from "#contract/accounts/accounts.ts";
import { changeEmail, getEmails } from "#contract/accounts/email-change.ts";
import {
  addPasskey,
  confirmTotp,
  createPasskeyOptions,
  createReauthenticationOptions,
  getFactors,
  type Reauthentication,
  reauthenticate,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  startTotp,
} from "#contract/accounts/factors.ts";
import { PASSKEYS_MAX } from "#contract/limits.ts";
import { deleteAccount, requestDataExport } from "#contract/member-data/member-data.ts";
import { deleteExpired } from "#server/domains/member-data/cleanup/cleanup.service.ts";
import { removeSecondFactor } from "#server/domains/moderation/operators/members.service.ts";
import {
  bodyOf,
  createTestClock,
  forgetAuthentication,
  givePasskey,
  giveTotp,
  passkeyLoginOptions,
} from "#server/testing/factors.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import {
  createConfirmedMember,
  createMember,
  logIn,
  newEmail,
  newToken,
  PASSWORD,
  type TestMember,
} from "#server/testing/members.ts";
import { createSoftwareAuthenticator } from "#server/testing/software-authenticator.ts";
import { SITE, testApp } from "#server/testing/test-app.ts";

const clock = createTestClock();
const post = createFakeMailer();
const app = testApp({ trustProxy: "loopback" }, { now: clock.now, mailer: post, work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

type Session = Pick<TestMember, "token">;

const factorsOf = async ({ token }: Session) => bodyOf(await app.call(getFactors, {}, token)).factors;
const prove = ({ token }: Session, body: Reauthentication) => app.call(reauthenticate, { body }, token);
const provePassword = (session: Session) => prove(session, { method: "password", password: PASSWORD });
const reauthenticationOptions = async ({ token }: Session) =>
  bodyOf(await app.call(createReauthenticationOptions, {}, token)).options;

const subjectsTo = ({ email }: TestMember) => post.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
const outcomesOf = async ({ id }: TestMember) =>
  (await query("select outcome from security_events where member_id = $1 and kind = 'factor' order by id", id)).map(
    ({ outcome }) => outcome,
  );

const ASKED_AGAIN = { status: 403, body: { code: "reauthentication_required" } };

async function otherSession(member: TestMember): Promise<Session> {
  const session = { token: await newToken(app, member) };
  await forgetAuthentication(app, session);
  return session;
}

describe("passkeys", () => {
  test("are added, listed, renamed and removed, with recovery codes as long as there is a factor", async () => {
    const member = await createConfirmedMember(app);
    expect(await factorsOf(member)).toEqual({
      passkeysAllowed: true,
      passkeys: [],
      totpSince: null,
      recoveryCodesLeft: 0,
    });
    const first = await givePasskey(app, member);
    expect(first.recoveryCodes).toHaveLength(10);
    expect(first.recoveryCodes.every((code) => /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/.test(code))).toBe(true);
    const second = await givePasskey(app, member, createSoftwareAuthenticator(SITE, { counts: true }));
    expect(second.recoveryCodes).toEqual([]);
    const rename = { params: { passkeyId: second.id }, body: { name: " The blue key " } };
    expect((await app.call(renamePasskey, rename, member.token)).status).toBe(200);
    expect(await factorsOf(member)).toMatchObject({
      passkeys: [
        { _id: first.id, name: "Unknown device", synced: true, lastUsedAt: null },
        { _id: second.id, name: "The blue key", synced: false },
      ],
      recoveryCodesLeft: 10,
    });
    for (const passkeyId of [first.id, second.id, second.id])
      expect((await app.call(removePasskey, { params: { passkeyId } }, member.token)).status).toBe(200);
    expect(await factorsOf(member)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect((await logIn(app, member)).status).toBe(200);
    expect(await outcomesOf(member)).toEqual(["passkey_added", "passkey_removed"]);
    await expect
      .poll(() => subjectsTo(member).filter((subject) => subject === "A passkey was removed"))
      .toHaveLength(2);
    expect(subjectsTo(member).filter((subject) => subject === "A passkey was added")).toHaveLength(2);
  });

  test("are refused for another session, another member, a used challenge and another origin", async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    const authenticator = createSoftwareAuthenticator(SITE);
    const ask = async () => bodyOf(await app.call(createPasskeyOptions, {}, member.token)).options;
    const add = async (response: ReturnType<typeof authenticator.create>, { token }: Session) =>
      (await app.call(addPasskey, { body: { response } }, token)).body.code;
    const sibling = { token: await newToken(app, member) };
    for (const session of [other, sibling])
      expect(await add(authenticator.create(await ask()), session)).toBe("passkey_rejected");
    expect(await add(authenticator.create(await ask(), { origin: "https://evil.example" }), member)).toBe(
      "passkey_rejected",
    );
    const { challenge } = await passkeyLoginOptions(app);
    expect(await add(authenticator.create(await ask(), { challenge }), member)).toBe("passkey_rejected");
    const response = authenticator.create(await ask());
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(response, member)));
    expect(answers.filter((code) => code === undefined)).toHaveLength(1);
    // The same credential for another account.
    const { options } = bodyOf(await app.call(createPasskeyOptions, {}, other.token));
    const twin = createSoftwareAuthenticator(SITE).create(options);
    expect(await add(twin, other)).toBeUndefined();
    expect((await factorsOf(member)).passkeys).toHaveLength(1);
  });

  test("and authenticator apps that another session began to add before the first factor are refused", async () => {
    const owner = await createMember(app);
    const intruder = { token: await newToken(app, owner) };
    const { options } = bodyOf(await app.call(createPasskeyOptions, {}, intruder.token));
    const { key } = bodyOf(await app.call(startTotp, {}, intruder.token));
    await givePasskey(app, owner);
    const response = createSoftwareAuthenticator(SITE).create(options);
    expect(await app.call(addPasskey, { body: { response } }, intruder.token)).toMatchObject(ASKED_AGAIN);
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: clock.now().getTime() });
    expect(await app.call(confirmTotp, { body: { code } }, intruder.token)).toMatchObject(ASKED_AGAIN);
    expect(await factorsOf(owner)).toMatchObject({ totpSince: null, recoveryCodesLeft: 10 });
    expect((await factorsOf(owner)).passkeys).toHaveLength(1);
  });

  test("end an email change that the password alone has begun, if they are the first factor", async () => {
    const owner = await createConfirmedMember(app);
    const intruder = { token: await newToken(app, owner) };
    const wished = newEmail();
    const body = { email: wished, currentPassword: PASSWORD };
    expect((await app.call(changeEmail, { body }, intruder.token)).body.emails.pending).not.toBeNull();
    const { text } = await post.newest(wished, "Confirm your new email");
    const token = /verify-email\/(\S+)/.exec(text)?.[1] ?? "";
    await givePasskey(app, owner);
    await app.call(verifyEmail, { params: { token } });
    expect((await app.call(getEmails, {}, owner.token)).body.emails).toMatchObject({
      email: owner.email,
      pending: null,
    });
  });

  test("are limited, also when they are added at once", async () => {
    const member = await createMember(app);
    for (let i = 1; i < PASSKEYS_MAX; i++) await givePasskey(app, member);
    const asked = await Promise.all([1, 2, 3].map(() => app.call(createPasskeyOptions, {}, member.token)));
    const added = await Promise.all(
      asked.map((one) => {
        const response = createSoftwareAuthenticator(SITE).create(bodyOf(one).options);
        return app.call(addPasskey, { body: { response } }, member.token);
      }),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await app.call(createPasskeyOptions, {}, member.token)).body.code).toBe("too_many_passkeys");
  });
});

describe("the authenticator app", () => {
  test("is confirmed with a code, replaced only after it is removed, and kept encrypted", async () => {
    const member = await createConfirmedMember(app);
    const started = bodyOf(await app.call(startTotp, {}, member.token));
    expect(started.uri).toBe(
      `otpauth://totp/Spotter:${member.username}?issuer=Spotter&secret=${started.key}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await app.call(confirmTotp, { body: { code: "000000" } }, member.token)).body.errors).toHaveProperty(
      "code",
    );
    // Unconfirmed, it is no factor.
    expect((await logIn(app, member)).status).toBe(200);
    const { key, recoveryCodes } = await giveTotp(app, member);
    expect([key === started.key, recoveryCodes.length]).toEqual([false, 10]);
    expect((await app.call(startTotp, {}, member.token)).body.code).toBe("totp_active");
    expect((await factorsOf(member)).totpSince).not.toBeNull();
    const [row] = await query("select sealed_secret from totp_secrets where member_id = $1", member.id);
    const secret = Buffer.from(Secret.fromBase32(key).bytes);
    expect((row.sealed_secret as Buffer).includes(secret)).toBe(false);
    expect((await app.call(removeTotp, {}, member.token)).status).toBe(200);
    expect(await factorsOf(member)).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
    await expect.poll(() => subjectsTo(member)).toContain("Your authenticator app was removed");
    expect(await outcomesOf(member)).toEqual(["totp_added", "totp_removed"]);
  });

  test("does not open the key of another member", async () => {
    const [a, b] = [await createMember(app), await createMember(app)];
    const { currentCode } = await giveTotp(app, a);
    await giveTotp(app, b);
    await query(
      `update totp_secrets set sealed_secret = (select sealed_secret from totp_secrets where member_id = $1)
       where member_id = $2`,
      a.id,
      b.id,
    );
    clock.forward(60);
    await forgetAuthentication(app, b);
    expect((await prove(b, { method: "totp", code: currentCode() })).body.code).toBe("wrong_code");
  });

  test("has to be confirmed within an hour", async () => {
    const member = await createMember(app);
    bodyOf(await app.call(startTotp, {}, member.token));
    await query("update totp_secrets set created_at = now() - interval '61 minutes' where member_id = $1", member.id);
    await deleteExpired(app.ctx, "totp_secrets");
    expect(await query("select 1 from totp_secrets where member_id = $1", member.id)).toEqual([]);
  });
});

describe("recovery codes", () => {
  test("are renewed, which ends the old ones, and need a factor", async () => {
    const member = await createMember(app);
    expect((await app.call(renewRecoveryCodes, {}, member.token)).body.code).toBe("no_factor");
    const { recoveryCodes } = await giveTotp(app, member);
    const renewed = bodyOf(await app.call(renewRecoveryCodes, {}, member.token)).recoveryCodes;
    expect(renewed.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    const [old = "", current = ""] = [recoveryCodes[0], renewed[0]];
    expect((await prove(member, { method: "recovery_code", code: old })).status).toBe(400);
    expect((await prove(member, { method: "recovery_code", code: current })).status).toBe(200);
    expect((await factorsOf(member)).recoveryCodesLeft).toBe(9);
  });
});

describe("what is asked again", () => {
  const guarded: readonly [name: string, call: (session: Session) => Promise<{ status: number; body: object }>][] = [
    ["a passkey's options", ({ token }) => app.call(createPasskeyOptions, {}, token)],
    ["the key of an app", ({ token }) => app.call(startTotp, {}, token)],
    ["removing an app", ({ token }) => app.call(removeTotp, {}, token)],
    ["new recovery codes", ({ token }) => app.call(renewRecoveryCodes, {}, token)],
    ["removing a passkey", ({ token }) => app.call(removePasskey, { params: { passkeyId: newPasskeyId } }, token)],
  ];
  const newPasskeyId = "00000000-0000-4000-8000-000000000000";

  test.each(guarded)("%s: the password, for members without a factor", async (_, call) => {
    const member = await createMember(app);
    await forgetAuthentication(app, member);
    expect(await call(member)).toMatchObject(ASKED_AGAIN);
    expect((await prove(member, { method: "password", password: "not it" })).body.code).toBe("wrong_password");
    expect(await call(member)).toMatchObject(ASKED_AGAIN);
    expect((await provePassword(member)).status).toBe(200);
    expect(await call(member)).not.toMatchObject(ASKED_AGAIN);
  });

  const withPassword: readonly [name: string, call: (session: Session) => Promise<{ status: number; body: object }>][] =
    [
      ["a download", ({ token }) => app.call(requestDataExport, { body: { password: PASSWORD } }, token)],
      [
        "another email",
        ({ token }) => app.call(changeEmail, { body: { email: newEmail(), currentPassword: PASSWORD } }, token),
      ],
      [
        "another password",
        ({ token }) => {
          const body = { currentPassword: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD };
          return app.call(changePassword, { body }, token);
        },
      ],
      ["the deletion", ({ token }) => app.call(deleteAccount, { body: { password: PASSWORD } }, token)],
    ];

  test.each(withPassword)("%s: the factor as well, for members who have one", async (_, call) => {
    const member = await createMember(app);
    const { authenticator } = await givePasskey(app, member);
    await forgetAuthentication(app, member);
    expect(await call(member)).toMatchObject(ASKED_AGAIN);
    // The password alone does not count any more.
    expect(await provePassword(member)).toMatchObject(ASKED_AGAIN);
    expect(await call(member)).toMatchObject(ASKED_AGAIN);
    const response = authenticator.get(await reauthenticationOptions(member));
    expect((await prove(member, { method: "passkey", response })).status).toBe(200);
    expect((await call(member)).status).toBe(200);
  });

  test.each(withPassword)("%s: only the password of the call, for members without a factor", async (_, call) => {
    const member = await createMember(app);
    await forgetAuthentication(app, member);
    expect((await call(member)).status).toBe(200);
  });

  test("counts in the session that proved it, and for ten minutes", async () => {
    const member = await createMember(app);
    const { currentCode } = await giveTotp(app, member);
    const other = await otherSession(member);
    await forgetAuthentication(app, member);
    clock.forward(60);
    expect((await prove(member, { method: "totp", code: currentCode() })).status).toBe(200);
    expect((await app.call(renewRecoveryCodes, {}, member.token)).status).toBe(200);
    expect(await app.call(renewRecoveryCodes, {}, other.token)).toMatchObject(ASKED_AGAIN);
    // The code of one session does not work again in another.
    expect((await prove(other, { method: "totp", code: currentCode() })).body.code).toBe("wrong_code");
    await forgetAuthentication(app, member);
    expect(await app.call(renewRecoveryCodes, {}, member.token)).toMatchObject(ASKED_AGAIN);
    expect(await outcomesOf(member)).toEqual(expect.arrayContaining(["reauthenticated", "wrong_code"]));
  });

  test("accepts no passkey of another member, and no challenge of another session", async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    const [mine, theirs] = [await givePasskey(app, member), await givePasskey(app, other)];
    const sibling = await otherSession(member);
    const attempts = [
      theirs.authenticator.get({ ...(await reauthenticationOptions(member)), allowCredentials: [] }),
      theirs.authenticator.get(await reauthenticationOptions(other)),
      mine.authenticator.get(await reauthenticationOptions(sibling)),
      mine.authenticator.get(await passkeyLoginOptions(app)),
    ];
    await forgetAuthentication(app, member);
    for (const response of attempts)
      expect((await prove(member, { method: "passkey", response })).body.code).toBe("passkey_rejected");
    expect(await app.call(startTotp, {}, member.token)).toMatchObject(ASKED_AGAIN);
    expect(await outcomesOf(member)).toContain("wrong_passkey");
  });

  test("what other sessions proved by password is worth nothing after the first factor", async () => {
    const member = await createMember(app);
    const sibling = { token: await newToken(app, member) };
    expect((await provePassword(sibling)).status).toBe(200);
    await givePasskey(app, member);
    expect(await app.call(startTotp, {}, sibling.token)).toMatchObject(ASKED_AGAIN);
    expect((await app.call(startTotp, {}, member.token)).status).toBe(200);
  });

  test("limits guesses in all sessions together", async () => {
    const member = await createMember(app);
    const { recoveryCodes } = await giveTotp(app, member);
    const sibling = await otherSession(member);
    Object.assign(app.ctx.config, { rateLimits: true });
    try {
      const guess = (session: Session) => prove(session, { method: "totp", code: "123123" });
      const codes = await Promise.all(Array.from({ length: 12 }, (_, i) => guess(i % 2 ? member : sibling)));
      expect(codes.filter(({ body }) => body.code === "wrong_code")).toHaveLength(10);
      expect(codes.filter(({ body }) => body.code === "rate_limited")).toHaveLength(2);
      const [code = ""] = recoveryCodes;
      expect((await prove(sibling, { method: "recovery_code", code })).status).toBe(200);
    } finally {
      Object.assign(app.ctx.config, { rateLimits: false });
    }
  });
});

describe("the end", () => {
  test("an operator removes the factors of a member who has lost them, who is emailed", async () => {
    const member = await createConfirmedMember(app);
    await givePasskey(app, member);
    await giveTotp(app, member);
    const by = { who: "ops", reason: "Called back at the number on file" };
    expect(await removeSecondFactor(app.ctx, by, member.username)).toMatchObject({ isRemoved: true });
    expect(await factorsOf(member)).toMatchObject({ passkeys: [], totpSince: null, recoveryCodesLeft: 0 });
    expect((await logIn(app, member)).status).toBe(200);
    expect(await removeSecondFactor(app.ctx, by, member.id)).toMatchObject({ isRemoved: false });
    expect(await query("select 1 from audit_log where target = $1", member.id)).toHaveLength(1);
    await expect.poll(() => subjectsTo(member)).toContain("Your second step was removed");
  });
});
