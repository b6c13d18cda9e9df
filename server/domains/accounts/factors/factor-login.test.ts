import { describe, expect, test } from "vitest";
import { forgotPassword, login, resetPassword } from "#contract/accounts/accounts.ts";
import {
  createPasskeyOptions,
  createSecondFactorOptions,
  type FactorProof,
  getFactors,
  loginWithPasskey,
  loginWithSecondFactor,
  removePasskey,
} from "#contract/accounts/factors.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { newToken as newEmailToken } from "#server/domains/accounts/accounts.policy.ts";
import { bodyOf, createTestClock, givePasskey, giveTotp, passkeyLoginOptions } from "#server/testing/factors.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { cookieOf } from "#server/testing/login-helpers.ts";
import {
  confirmEmail,
  createConfirmedMember,
  createMember,
  logIn,
  PASSWORD,
  type TestMember,
} from "#server/testing/members.ts";
import { createSoftwareAuthenticator } from "#server/testing/software-authenticator.ts";
import { SITE, testApp } from "#server/testing/test-app.ts";

const clock = createTestClock();
const post = createFakeMailer();
const app = testApp({ trustProxy: "loopback" }, { now: clock.now, mailer: post, work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

async function loginTokenOf(member: TestMember): Promise<string> {
  const { status, body } = await logIn(app, member);
  if (status !== 403 || body.code !== "second_factor_required") throw new Error(`${status} ${body.code}`);
  const { secondFactor } = body as unknown as { secondFactor: { token: string } };
  return secondFactor.token;
}

const creationOptionsFor = async ({ token }: TestMember) =>
  bodyOf(await app.call(createPasskeyOptions, {}, token)).options;

const secondStep = (loginToken: string, factor: FactorProof, headers?: Record<string, string>) =>
  app.call(loginWithSecondFactor, { body: { loginToken, factor } }, undefined, headers);

const totpProof = (code: string): FactorProof => ({ method: "totp", code });
const recoveryProof = (code = ""): FactorProof => ({ method: "recovery_code", code });

const events = async ({ id }: TestMember) =>
  (await query("select kind, outcome, details from security_events where member_id = $1 order by id", id)).map(
    ({ kind, outcome }) => `${kind} ${outcome}`,
  );

async function createMemberWithTotp() {
  const member = await createMember(app);
  return { member, ...(await giveTotp(app, member)) };
}

describe("a login with a passkey", () => {
  test("needs no name and no password", async () => {
    const member = await createMember(app);
    const { authenticator } = await givePasskey(app, member);
    const response = authenticator.get(await passkeyLoginOptions(app));
    const answer = await app.call(loginWithPasskey, { body: { response } });
    expect(bodyOf(answer).user).toEqual({ _id: member.id, username: member.username });
    expect(cookieOf(answer)).toMatch(/spotter_device/);
    const { factors } = bodyOf(await app.call(getFactors, {}, answer.body.token));
    expect(factors.passkeys).toMatchObject([{ name: "Unknown device", synced: true, lastUsedAt: expect.any(String) }]);
  });

  test("is refused for a replayed answer, another origin, a challenge of nobody and an unknown passkey", async () => {
    const member = await createMember(app);
    const { authenticator } = await givePasskey(app, member);
    const first = authenticator.get(await passkeyLoginOptions(app));
    bodyOf(await app.call(loginWithPasskey, { body: { response: first } }));
    const options = await passkeyLoginOptions(app);
    const stranger = createSoftwareAuthenticator(SITE);
    stranger.create(await creationOptionsFor(member));
    const answers = [
      first,
      authenticator.get(options, { origin: "https://evil.example" }),
      // The attempt before used up the challenge.
      authenticator.get(options),
      authenticator.get(options, { challenge: "bm90IG91cnM" }),
      stranger.get(await passkeyLoginOptions(app)),
      authenticator.get(await passkeyLoginOptions(app), { verified: false }),
    ];
    for (const response of answers)
      expect(await app.call(loginWithPasskey, { body: { response } })).toMatchObject({
        status: 400,
        body: { code: "passkey_rejected" },
      });
  });

  test("uses a challenge for one of many answers at once", async () => {
    const member = await createMember(app);
    const { authenticator } = await givePasskey(app, member);
    const options = await passkeyLoginOptions(app);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.call(loginWithPasskey, { body: { response: authenticator.get(options) } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("accepts the counter of a security key only upwards", async () => {
    const member = await createMember(app);
    const key = createSoftwareAuthenticator(SITE, { counts: true });
    await givePasskey(app, member, key);
    const attempt = async (counter: number) =>
      (
        await app.call(loginWithPasskey, {
          body: { response: key.get(await passkeyLoginOptions(app), { counter }) },
        })
      ).status;
    expect([await attempt(7), await attempt(7), await attempt(3), await attempt(8)]).toEqual([200, 400, 400, 200]);
  });

  test("does not accept a challenge of a second step or a session", async () => {
    const member = await createMember(app);
    const { authenticator } = await givePasskey(app, member);
    const loginToken = await loginTokenOf(member);
    const { options } = bodyOf(await app.call(createSecondFactorOptions, { body: { loginToken } }));
    const response = authenticator.get(options);
    expect((await app.call(loginWithPasskey, { body: { response } })).status).toBe(400);
  });

  test("is refused for suspended members, deleted members and removed passkeys", async () => {
    const [suspended, remover] = [await createMember(app), await createMember(app)];
    const [one, other] = [await givePasskey(app, suspended), await givePasskey(app, remover)];
    await query("update members set status = 'suspended' where id = $1", suspended.id);
    const response = one.authenticator.get(await passkeyLoginOptions(app));
    expect(await app.call(loginWithPasskey, { body: { response } })).toMatchObject({
      status: 403,
      body: { code: "account_suspended" },
    });
    bodyOf(await app.call(removePasskey, { params: { passkeyId: other.id } }, remover.token));
    const late = other.authenticator.get(await passkeyLoginOptions(app));
    expect((await app.call(loginWithPasskey, { body: { response: late } })).status).toBe(400);
    expect(await events(suspended)).toContain("login account_suspended");
  });

  test("rejects an answer whose user is another member", async () => {
    const [a, b] = [await createMember(app), await createMember(app)];
    const { authenticator } = await givePasskey(app, a);
    const valid = authenticator.get(await passkeyLoginOptions(app));
    const userHandle = Buffer.from(b.id).toString("base64url");
    const response = { ...valid, response: { ...valid.response, userHandle } };
    expect((await app.call(loginWithPasskey, { body: { response } })).status).toBe(400);
  });

  test("on a new device is mailed", async () => {
    const member = await createConfirmedMember(app);
    const { authenticator } = await givePasskey(app, member);
    const response = authenticator.get(await passkeyLoginOptions(app));
    bodyOf(await app.call(loginWithPasskey, { body: { response } }));
    await expect
      .poll(() => post.mails.filter(({ to }) => to === member.email).map(({ subject }) => subject))
      .toContain("New login to your account");
    expect(await events(member)).toContain("login succeeded_on_new_device");
  });
});

describe("a login with a password", () => {
  test("needs a second factor once the member has one, and starts no session before", async () => {
    const { member, currentCode } = await createMemberWithTotp();
    const before = await query("select 1 from sessions where member_id = $1", member.id);
    const { status, body } = await logIn(app, member);
    expect({ status, body }).toMatchObject({
      status: 403,
      body: { code: "second_factor_required", secondFactor: { methods: ["totp", "recovery_code"] } },
    });
    expect(body).not.toHaveProperty("token");
    expect(await query("select 1 from sessions where member_id = $1", member.id)).toHaveLength(before.length);
    clock.forward(60);
    const answer = await secondStep(await loginTokenOf(member), totpProof(currentCode()));
    expect(bodyOf(answer).user._id).toBe(member.id);
    expect((await app.call(getFactors, {}, answer.body.token)).status).toBe(200);
  });

  test("does not say that there is a second factor without the right password", async () => {
    const { member } = await createMemberWithTotp();
    expect(await app.call(login, { body: { email: member.email, password: "not it" } })).toMatchObject({
      status: 401,
      body: { code: "invalid_credentials" },
    });
  });

  test("accepts each code of the app once, also at once, and none from before", async () => {
    const { member, currentCode } = await createMemberWithTotp();
    const loginToken = await loginTokenOf(member);
    // The code that confirmed the app is used up.
    expect((await secondStep(loginToken, totpProof(currentCode()))).body.code).toBe("wrong_code");
    const earlier = currentCode();
    clock.forward(30);
    const code = currentCode();
    const answers = await Promise.all(Array.from({ length: 6 }, () => secondStep(loginToken, totpProof(code))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    for (const used of [code, earlier])
      expect((await secondStep(loginToken, totpProof(used))).body.code).toBe("wrong_code");
    expect(await events(member)).toContain("login wrong_code");
  });

  test("accepts codes of the neighboring steps only", async () => {
    const { member, currentCode } = await createMemberWithTotp();
    clock.forward(300);
    const loginToken = await loginTokenOf(member);
    const old = currentCode();
    clock.forward(90);
    expect((await secondStep(loginToken, totpProof(old))).status).toBe(400);
    const recent = currentCode();
    clock.forward(30);
    expect((await secondStep(loginToken, totpProof(` ${recent.slice(0, 3)} ${recent.slice(3)} `))).status).toBe(200);
  });

  test("accepts a recovery code once, however it is typed, of two at once too, and mails it", async () => {
    const member = await createConfirmedMember(app);
    const { recoveryCodes } = await giveTotp(app, member);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = "", second = ""] = recoveryCodes;
    const loginToken = await loginTokenOf(member);
    const typed = ` ${first.replace("-", " ").toUpperCase()}`;
    const answers = await Promise.all([first, typed, first].map((code) => secondStep(loginToken, recoveryProof(code))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await secondStep(loginToken, recoveryProof(first))).status).toBe(400);
    expect((await secondStep(loginToken, recoveryProof(second))).status).toBe(200);
    await expect
      .poll(() => post.mails.filter(({ to, subject }) => to === member.email && subject === "A recovery code was used"))
      .toHaveLength(2);
    expect(
      await query("select 1 from recovery_codes where member_id = $1 and used_at is null", member.id),
    ).toHaveLength(8);
  });

  test("accepts only codes of the member", async () => {
    const [mine, theirs] = [await createMemberWithTotp(), await createMemberWithTotp()];
    clock.forward(60);
    const loginToken = await loginTokenOf(mine.member);
    expect((await secondStep(loginToken, totpProof(theirs.currentCode()))).status).toBe(400);
    expect((await secondStep(loginToken, recoveryProof(theirs.recoveryCodes[0]))).status).toBe(400);
  });

  test("accepts one of the member's passkeys, and no one else's", async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    const [mine, theirs] = [await givePasskey(app, member), await givePasskey(app, other)];
    const loginToken = await loginTokenOf(member);
    const ask = async () => bodyOf(await app.call(createSecondFactorOptions, { body: { loginToken } })).options;
    const options = await ask();
    expect(options.allowCredentials.map(({ id }) => id)).toEqual(mine.authenticator.ids);
    const foreign = theirs.authenticator.get({ ...options, allowCredentials: [] });
    expect((await secondStep(loginToken, { method: "passkey", response: foreign })).body.code).toBe("passkey_rejected");
    // A challenge of another login, and one of a login without a password.
    const otherToken = await loginTokenOf(other);
    const theirOptions = bodyOf(
      await app.call(createSecondFactorOptions, { body: { loginToken: otherToken } }),
    ).options;
    for (const { challenge } of [theirOptions, await passkeyLoginOptions(app)]) {
      const response = mine.authenticator.get({ ...options, challenge });
      expect((await secondStep(loginToken, { method: "passkey", response })).status).toBe(400);
    }
    const response = mine.authenticator.get(await ask());
    expect((await secondStep(loginToken, { method: "passkey", response })).status).toBe(200);
    expect((await secondStep(loginToken, { method: "passkey", response })).status).toBe(400);
  });

  test("expires between the steps: after ten minutes, by a new password, by a suspension", async () => {
    const { member, currentCode, recoveryCodes } = await createMemberWithTotp();
    const late = await loginTokenOf(member);
    clock.forward(601);
    expect((await secondStep(late, totpProof(currentCode()))).body.code).toBe("login_expired");
    const forged = late.replace(/\.[^.]+\./, `.${(Date.now() * 2).toString(36)}.`);
    for (const token of [forged, "", "x", `${member.id}.zzz.${"A".repeat(43)}`])
      expect((await secondStep(token, recoveryProof(recoveryCodes[0]))).body.code).toBe("login_expired");
    const current = await loginTokenOf(member);
    await query("update accounts set password_hash = 'another' where member_id = $1", member.id);
    expect((await secondStep(current, recoveryProof(recoveryCodes[0]))).body.code).toBe("login_expired");
  });

  test("is refused in the second step for a suspended member", async () => {
    const { member, recoveryCodes } = await createMemberWithTotp();
    const loginToken = await loginTokenOf(member);
    await query("update members set status = 'suspended' where id = $1", member.id);
    expect((await secondStep(loginToken, recoveryProof(recoveryCodes[0]))).body.code).toBe("account_suspended");
  });

  const resetPasswordOf = async (member: TestMember) => {
    bodyOf(await app.call(forgotPassword, { body: { email: member.email } }));
    const token = newEmailToken();
    await query(
      "insert into email_tokens values (sha256($1::text::bytea), $2, 'reset', $3, now() + interval '1 hour')",
      token,
      member.id,
      member.email,
    );
    const newPassword = "another password for tests";
    return app.call(resetPassword, { body: { token, newPassword, confirmPassword: newPassword } });
  };

  test("that somebody else has prepared with factors goes to the owner of the address by a reset", async () => {
    const { member } = await createMemberWithTotp();
    const { authenticator } = await givePasskey(app, member);
    const answer = await resetPasswordOf(member);
    expect(answer).toMatchObject({ status: 200, body: { user: { _id: member.id } } });
    const response = authenticator.get(await passkeyLoginOptions(app));
    expect((await app.call(loginWithPasskey, { body: { response } })).status).toBe(400);
    expect((await app.call(getProfile, {}, member.token)).status).toBe(401);
  });

  test("that somebody else has prepared with factors goes to the owner of the address by a confirmation", async () => {
    const { member } = await createMemberWithTotp();
    await confirmEmail(app, member);
    expect((await logIn(app, member)).status).toBe(200);
  });

  test("by a password that was reset by email needs the second factor as well", async () => {
    const { member, currentCode } = await createMemberWithTotp();
    await query("update accounts set email_verified_at = now() where member_id = $1", member.id);
    const answer = await resetPasswordOf(member);
    expect(answer).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
    expect(await query("select 1 from sessions where member_id = $1", member.id)).toEqual([]);
    expect((await logIn(app, { ...member, password: PASSWORD })).body.code).toBe("invalid_credentials");
    const { secondFactor } = answer.body as unknown as { secondFactor: { token: string } };
    clock.forward(60);
    expect((await secondStep(secondFactor.token, totpProof(currentCode()))).status).toBe(200);
  });

  test("starts no session while a first factor is being added", async () => {
    for (let i = 0; i < 3; i++) {
      const member = await createMember(app);
      const [, ...logins] = await Promise.all([
        givePasskey(app, member),
        ...Array.from({ length: 4 }, () => logIn(app, member)),
      ]);
      expect(logins.every(({ status, body }) => status === 200 || body.code === "second_factor_required")).toBe(true);
      // A session from before has to prove the factor.
      const sessions = await query(
        "select authenticated_at from sessions where member_id = $1 and token_hash <> sha256($2::text::bytea)",
        member.id,
        member.token,
      );
      expect(sessions.filter(({ authenticated_at: at }) => at !== null)).toEqual([]);
    }
  });
});

describe("guesses of codes", () => {
  test("are limited by account, mailed, and leave a known device and other ways", async () => {
    const member = await createConfirmedMember(app);
    const { authenticator, recoveryCodes } = await givePasskey(app, member);
    const { currentCode } = await giveTotp(app, member);
    const known = cookieOf(
      await app.call(loginWithPasskey, { body: { response: authenticator.get(await passkeyLoginOptions(app)) } }),
    );
    const loginToken = await loginTokenOf(member);
    Object.assign(app.ctx.config, { rateLimits: true });
    try {
      const codes = await Promise.all(
        Array.from({ length: 14 }, async () => (await secondStep(loginToken, totpProof("abcdef"))).body.code),
      );
      expect(codes.filter((code) => code === "wrong_code")).toHaveLength(10);
      clock.forward(60);
      const right = await secondStep(loginToken, totpProof(currentCode()));
      expect(right).toMatchObject({ status: 429, body: { code: "rate_limited" } });
      expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(3000);
      expect((await secondStep(loginToken, recoveryProof(recoveryCodes[0]))).status).toBe(200);
      expect((await secondStep(loginToken, totpProof(currentCode()), { cookie: known ?? "" })).status).toBe(200);
      await expect
        .poll(() => post.mails.filter(({ to }) => to === member.email).map(({ subject }) => subject))
        .toContain("Somebody may know your password");
    } finally {
      Object.assign(app.ctx.config, { rateLimits: false });
    }
  });
});
