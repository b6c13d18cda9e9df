import { randomBytes } from "node:crypto";
import { login, register } from "#contract/accounts.ts";
import { INTERESTS, PROMPTS } from "#contract/catalog.ts";
import { sendCrush } from "#contract/crushes.ts";
import { type ProfileChange, updateProfile } from "#contract/profiles.ts";
import { startSession } from "#server/modules/accounts/accounts.service.ts";
import type { TestApp } from "#server/testing/test-app.ts";

export interface TestMember {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

export const PASSWORD = "a password for tests";

/** A network of its own for each member who joins, where the app trusts a proxy: sign-ups are counted by network. */
const nextNetwork = (() => {
  let count = 0;
  return () => `198.18.${Math.floor(++count / 250)}.${count % 250}`;
})();

/** Somebody who has just joined. */
export async function makeMember(app: TestApp): Promise<TestMember> {
  const username = `member_${randomBytes(5).toString("hex")}`;
  const email = `${username}@example.com`;
  const sent = { email, username, password: PASSWORD, confirmPassword: PASSWORD, dateOfBirth: "1994-05-17" };
  const headers = { "x-forwarded-for": nextNetwork() };
  const { status, body } = await app.call(register, { body: sent }, undefined, headers);
  if (status !== 201) throw new Error(`could not join: ${body.message}`);
  return { id: body.user._id, username, email, password: PASSWORD, token: body.token };
}

/** A token of one more login, which takes no password and so no time. */
export const newToken = (app: TestApp, { id }: Pick<TestMember, "id">): Promise<string> =>
  app.ctx.transact((tx) => startSession(app.ctx, tx, { memberId: id, device: "Unknown device" }));

/** Tries to log in. */
export const logIn = (app: TestApp, { email, password }: Pick<TestMember, "email" | "password">) =>
  app.call(login, { body: { email, password } });

export const COMPLETE: ProfileChange = {
  gender: "Woman",
  height: `5'8"`,
  bodyType: "Athletic",
  bio: "Barbell club by night.",
  location: "Austin, TX",
  interests: [INTERESTS[0], INTERESTS[2], INTERESTS[9]],
  lookingFor: "Workout partner",
  prompts: [{ question: PROMPTS[5], answer: "Pancakes." }],
};

/** Somebody whom others can discover: all but photos told. */
export async function makeCompleteMember(app: TestApp, change: ProfileChange = {}): Promise<TestMember> {
  const member = await makeMember(app);
  const { status, body } = await app.call(updateProfile, { body: { ...COMPLETE, ...change } }, member.token);
  if (status !== 200) throw new Error(`could not save a profile: ${body.message}`);
  return member;
}

/** Two who have crushed on each other. */
export async function makeMatch(app: TestApp): Promise<readonly [TestMember, TestMember]> {
  const [a, b] = await Promise.all([makeCompleteMember(app), makeCompleteMember(app)]);
  await app.call(sendCrush, { body: { recipientId: b.id } }, a.token);
  const { body } = await app.call(sendCrush, { body: { recipientId: a.id } }, b.token);
  if (!body.isMatch) throw new Error("no match");
  return [a, b];
}
