import { hash, verify } from "@node-rs/argon2";
import { AppError } from "#server/errors.ts";
import { makeTurns } from "#server/lib/limiter.ts";

/** argon2id, 19 MiB, two passes, one lane: OWASP's first choice. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing is slow on purpose, and runs on the few threads that files and names are looked up on. So it takes turns: a
 * flood of logins waits, or is told to come back, and everything else goes on.
 */
const turns = makeTurns(2, 100, () => new AppError("server_busy"));

/** @throws AppError server_busy */
export const hashPassword = (password: string): Promise<string> => turns.take(() => hash(password, OPTIONS));

/** What a hash that was made with `OPTIONS` begins with. */
const PREFIX = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$`;

/** Whether a hash was made with other parameters than those of today, so that it is to be made anew at the next login. */
export const isOutdatedHash = (hashed: string): boolean => !hashed.startsWith(PREFIX);

/** The hash of a password that nobody has, made with the same options. */
export const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$73WguADkpxmD9m6UrDG/bw$eRi4YsspVp9yK+2DIqGicE2JfYrBa4iIEx9z6mfjWiE";

/**
 * Whether a password is the one that was hashed. Where there is no hash it takes as long and answers no, so that the
 * time does not tell who is a member.
 * @throws AppError server_busy
 */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  const right = await turns.take(() => verify(hashed ?? NOBODY, password));
  return right && hashed !== undefined;
}
