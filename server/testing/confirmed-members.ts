import { randomBytes } from "node:crypto";
import { register, verifyEmail } from "#contract/accounts.ts";
import { updateProfile } from "#contract/profiles.ts";
import { COMPLETE_PROFILE, PASSWORD, type TestMember } from "#server/testing/members.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** An address that nobody has. */
export const newEmail = (domain = "example.com"): string => `someone${randomBytes(6).toString("hex")}@${domain}`;

/** Somebody who has just joined with an address, and whom others can discover. */
export async function signUpWith(app: TestApp, email: string): Promise<TestMember> {
  const username = `member_${randomBytes(5).toString("hex")}`;
  const form = { email, username, password: PASSWORD, confirmPassword: PASSWORD, dateOfBirth: "1994-05-17" };
  const { status, body } = await app.call(register, { body: form });
  if (status !== 201) throw new Error(`could not join: ${body.message}`);
  const member = { id: body.user._id, username, email, password: PASSWORD, token: body.token };
  await app.call(updateProfile, { body: COMPLETE_PROFILE }, member.token);
  return member;
}

/** Makes the link that a mail has. @returns follows it */
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
    if (status !== 200) throw new Error(`could not confirm: ${status}`);
  };
}

/** Confirms a member's address, or the one that they want in its place, by the link in a mail. */
export async function confirmEmail<M extends Pick<TestMember, "id" | "email">>(
  app: TestApp,
  member: M,
  purpose: "verify" | "change" = "verify",
): Promise<M> {
  await (await confirmLink(app, member, purpose))();
  return member;
}

/** Somebody whose address is confirmed. */
export const createConfirmedMember = async (app: TestApp, email = newEmail()): Promise<TestMember> =>
  confirmEmail(app, await signUpWith(app, email));
