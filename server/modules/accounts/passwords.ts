import { hash, verify } from "@node-rs/argon2";
import { AppError } from "#server/errors.ts";
import { makeTurns } from "#server/turns.ts";

/** argon2id, 19 MiB, two passes, one lane: OWASP's first choice. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing is slow on purpose, and runs on the few threads that files and names are looked up on. So it takes turns: a
 * flood of logins waits, or is told to come back, and everything else goes on.
 */
const turns = makeTurns(2, 100, () => new AppError("too_busy"));

/** @throws AppError too_busy */
export const hashPassword = (password: string): Promise<string> => turns.take(() => hash(password, OPTIONS));

let nobody: Promise<string> | undefined;

/**
 * Whether a password is the one that was hashed. Where there is no hash it takes as long and answers no, so that the
 * time does not tell who is a member.
 * @throws AppError too_busy
 */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  nobody ??= hashPassword("the password of nobody");
  const known = hashed ?? (await nobody);
  const right = await turns.take(() => verify(known, password));
  return right && hashed !== undefined;
}
