import { hash, verify } from "@node-rs/argon2";

/** argon2id, 19 MiB, two passes, one lane: OWASP's first choice. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

let nobody: Promise<string> | undefined;

/**
 * Whether a password is the one that was hashed. Where there is no hash it takes as long and answers no, so that the
 * time does not tell who is a member.
 */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  nobody ??= hashPassword("the password of nobody");
  const right = await verify(hashed ?? (await nobody), password);
  return right && hashed !== undefined;
}
