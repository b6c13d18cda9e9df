import { expect, test } from "vitest";
import { deleteAccount } from "#contract/account.ts";
import { changePassword, register } from "#contract/accounts.ts";
import { createMember, PASSWORD } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ rateLimits: true });

test("password guesses are throttled, to delete an account as to change the password", async () => {
  const me = await createMember(app);
  const guess = () => app.call(deleteAccount, { body: { password: "a guess" } }, me.token);
  const change = { currentPassword: "a guess", newPassword: "another one", confirmPassword: "another one" };
  for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(400);
  const late = await guess();
  expect([late.status, late.body.code]).toEqual([429, "rate_limited"]);
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await app.call(changePassword, { body: change }, me.token)).status).toBe(429);
});

test("a deleted member who signs up again starts from scratch", async () => {
  const { email, ...me } = await createMember(app);
  const leave = (password: string, token: string) => app.call(deleteAccount, { body: { password } }, token);
  for (let i = 0; i < 9; i++) expect((await leave("a guess", me.token)).status).toBe(400);
  expect((await leave(PASSWORD, me.token)).status).toBe(200);
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  const form = { email, username: me.username, ...passwords, dateOfBirth: "1994-05-17" };
  const { token } = (await app.call(register, { body: form })).body;
  expect((await leave("a guess", token)).status).toBe(400);
});
