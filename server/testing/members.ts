import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { login, register, verifyEmail } from "#contract/accounts/accounts.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { INTERESTS, PROMPTS } from "#contract/members/catalog.ts";
import { type ProfileChange, updateProfile } from "#contract/members/profiles.ts";
import { startSession } from "#server/domains/accounts/sessions/sessions.service.ts";
import { createMemberRows } from "#server/domains/accounts/signup/signup.service.ts";
import { applyChange } from "#server/domains/members/profiles/profiles.service.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import { randomLetters } from "#server/testing/random-letters.ts";
import type { TestApp } from "#server/testing/test-app.ts";

export interface TestMember {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

export const PASSWORD = "a password for tests";

const BORN = "1994-05-17";

const newUsername = (): string => `member_${randomLetters(8)}`;

/** Returns another network for each signup, because signups are limited by network. The app must trust the proxy. */
const nextNetwork = (() => {
  let count = 0;
  return () => `198.18.${Math.floor(++count / 250)}.${count % 250}`;
})();

/** As a visitor does. The profile is empty. */
export async function registerMember(app: TestApp, email?: string): Promise<TestMember> {
  const username = newUsername();
  const member = { username, email: email ?? `${username}@example.com`, password: PASSWORD };
  const form = { ...member, confirmPassword: PASSWORD, dateOfBirth: BORN };
  const headers = { "x-forwarded-for": nextNetwork() };
  const { status, body } = await app.call(register, { body: form }, undefined, headers);
  if (status !== 201) throw new Error(`signup failed: ${body.message}`);
  return { ...member, id: body.user._id, token: body.token };
}

/** Without photos. Everything goes over HTTP. */
export async function registerCompleteMember(app: TestApp, change: ProfileChange = {}): Promise<TestMember> {
  const member = await registerMember(app);
  const { status, body } = await app.call(updateProfile, { body: { ...COMPLETE_PROFILE, ...change } }, member.token);
  if (status !== 200) throw new Error(`saving the profile failed: ${body.message}`);
  return member;
}

/** With the least work, made once. */
const hashOfPassword = (() => {
  let made: Promise<string> | undefined;
  return () => {
    made ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    return made;
  };
})();

interface NewTestMember {
  readonly email?: string;
  /** Absent: an empty profile. */
  readonly profile?: ProfileChange;
}

/** In one transaction, through the services of signup and profile: without HTTP, emails and security events. */
export async function createMembers(app: TestApp, members: readonly NewTestMember[]): Promise<TestMember[]> {
  const passwordHash = await hashOfPassword();
  return app.ctx.transact(async (tx) => {
    const created: TestMember[] = [];
    for (const { email, profile } of members) {
      const username = newUsername();
      const member = { username, email: email ?? `${username}@example.com` };
      const id = await createMemberRows(app.ctx, tx, { ...member, passwordHash, dateOfBirth: BORN, isDemo: false });
      if (profile) await applyChange(app.ctx, tx, id, profile);
      const token = await startSession(app.ctx, tx, { memberId: id, device: "Unknown device" });
      created.push({ ...member, id, password: PASSWORD, token });
    }
    return created;
  });
}

export async function createMember(app: TestApp): Promise<TestMember> {
  const [member] = (await createMembers(app, [{}])) as [TestMember];
  return member;
}

/** Without hashing a password. @returns the token */
export const newToken = (app: TestApp, { id }: Pick<TestMember, "id">): Promise<string> =>
  app.ctx.transact((tx) => startSession(app.ctx, tx, { memberId: id, device: "Unknown device" }));

export const logIn = (app: TestApp, { email, password }: Pick<TestMember, "email" | "password">) =>
  app.call(login, { body: { email, password } });

export const COMPLETE_PROFILE: ProfileChange = {
  gender: "Woman",
  height: `5'8"`,
  bodyType: "Athletic",
  bio: "Barbell club by night.",
  location: "Austin, TX",
  interests: [INTERESTS[0], INTERESTS[2], INTERESTS[9]],
  lookingFor: "Workout partner",
  prompts: [{ question: PROMPTS[5], answer: "Pancakes." }],
};

/** Without photos. Can be discovered. */
export async function createCompleteMember(app: TestApp, change: ProfileChange = {}): Promise<TestMember> {
  const [member] = (await createMembers(app, [{ profile: { ...COMPLETE_PROFILE, ...change } }])) as [TestMember];
  return member;
}

export async function createMatch(app: TestApp): Promise<readonly [TestMember, TestMember]> {
  const complete = { profile: COMPLETE_PROFILE };
  const [a, b] = (await createMembers(app, [complete, complete])) as [TestMember, TestMember];
  await app.call(sendCrush, { body: { recipientId: b.id } }, a.token);
  const { body } = await app.call(sendCrush, { body: { recipientId: a.id } }, b.token);
  if (!body.isMatch) throw new Error("no match");
  return [a, b];
}

export const newEmail = (domain = "example.com"): string => `someone${randomBytes(6).toString("hex")}@${domain}`;

export async function createMemberWith(app: TestApp, email: string): Promise<TestMember> {
  const [member] = (await createMembers(app, [{ email, profile: COMPLETE_PROFILE }])) as [TestMember];
  return member;
}

/** @returns a function that opens the link */
export async function confirmLink(
  app: TestApp,
  { id, email }: Pick<TestMember, "id" | "email">,
  purpose: "verify" | "change" = "verify",
) {
  const token = randomBytes(32).toString("base64url");
  await app.database.pool.query(
    "insert into email_tokens values (sha256($1::text::bytea), $2, $3, $4, now() + interval '1 day')",
    [token, id, purpose, email.toLowerCase()],
  );
  return async (): Promise<void> => {
    const { status } = await app.call(verifyEmail, { params: { token } });
    if (status !== 200) throw new Error(`confirmation failed: ${status}`);
  };
}

export async function confirmEmail<M extends Pick<TestMember, "id" | "email">>(
  app: TestApp,
  member: M,
  purpose: "verify" | "change" = "verify",
): Promise<M> {
  await (await confirmLink(app, member, purpose))();
  return member;
}

export const createConfirmedMember = async (app: TestApp, email = newEmail()): Promise<TestMember> =>
  confirmEmail(app, await createMemberWith(app, email));

/** They can be discovered. @returns callers for services */
export async function createBulkMembers(app: TestApp, changes: readonly ProfileChange[]): Promise<Caller[]> {
  const members = changes.map((change) => ({ profile: { ...COMPLETE_PROFILE, ...change } }));
  return (await createMembers(app, members)).map(({ id, username }) => ({ id, username, sessionId: "" }));
}

/** Returns a pseudo-random generator of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
