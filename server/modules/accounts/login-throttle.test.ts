import { describe, expect, test } from "vitest";
import { changePassword, login } from "#contract/accounts.ts";
import { changeEmail } from "#contract/email-change.ts";
import { admit, waitAfter } from "#server/modules/accounts/login-throttle.ts";
import { makeMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ rateLimits: true });

test("the wait doubles after five tries, up to a quarter of an hour", () => {
  expect([0, 4, 5, 6, 7, 30].map(waitAfter)).toEqual([0, 0, 2, 4, 8, 900]);
});

describe("guessing at an account", () => {
  const attempt = (email: string, address: string, kind: "login" | "change" = "login") =>
    admit(app.ctx, { kind, emailKey: email, address }).then(
      () => "let in",
      (error: { retryAfter: number }) => error.retryAfter,
    );

  test("slows down whoever guesses, and is counted before the password is looked at", async () => {
    const { email, password } = await makeMember(app);
    const wrong = () => app.call(login, { body: { email, password: "wrong password" } });
    const answers = await Promise.all(Array.from({ length: 12 }, wrong));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    const held = answers.filter((answer) => answer.status === 429);
    expect(held).toHaveLength(7);
    expect(Number(held[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    // Also with the right one, from there.
    expect((await app.call(login, { body: { email, password } })).status).toBe(429);
  });

  test("from everywhere slows down strangers, and never the owner where the owner has been", async () => {
    const email = "owner@example.com";
    await (await admit(app.ctx, { kind: "login", emailKey: email, address: "home" })).succeeded();
    const answers = [];
    for (let i = 0; i < 40; i++) answers.push(await attempt(email, `bot ${i}`));
    expect(answers.slice(0, 25).every((answer) => answer === "let in")).toBe(true);
    expect(answers.at(-1)).toBeGreaterThan(0);
    expect(await attempt(email, "home")).toBe("let in");
    expect(await attempt("someone@example.com", "bot 1")).toBe("let in");
  });

  test("does not count the tries of an owner that strangers held back", async () => {
    const email = "traveller@example.com";
    for (let i = 0; i < 40; i++) await attempt(email, `bot ${i}`);
    for (let i = 0; i < 8; i++) expect(await attempt(email, "hotel")).toBeLessThanOrEqual(30);
    await app.database.pool.query("update login_failures set last_at = last_at - interval '31 seconds'");
    expect(await attempt(email, "hotel")).toBe("let in");
  });

  test("at the login says nothing about changing the password, and the other way round", async () => {
    const email = "both@example.com";
    for (let i = 0; i < 40; i++) await attempt(email, `bot ${i}`);
    expect(await attempt(email, "new place", "change")).toBe("let in");
    expect(await attempt(email, "new place", "login")).toBeGreaterThan(0);
  });

  test("for another email or a new password is counted together", async () => {
    const { token } = await makeMember(app);
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      const passwords = { newPassword: "a brand new password", confirmPassword: "a brand new password" };
      const wrong = { currentPassword: "wrong password" };
      statuses.push((await app.call(changePassword, { body: { ...wrong, ...passwords } }, token)).status);
      statuses.push((await app.call(changeEmail, { body: { ...wrong, email: "new@example.org" } }, token)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  test("does not slow down the owner where they signed up", async () => {
    const { email, password } = await makeMember(app);
    for (let i = 0; i < 40; i++) await attempt(email.toLowerCase(), `bot ${i}`);
    expect(await attempt(email.toLowerCase(), "elsewhere")).toBeGreaterThan(0);
    expect((await app.call(login, { body: { email, password } })).status).toBe(200);
  });
});
