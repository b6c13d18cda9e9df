import { readFileSync } from "node:fs";

/** Changes what goes through a pipeline. */
export type Stage = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Leaves everything as it is. */
export const asItIs: Stage = (source) => source;

/** What the name of an encrypted file ends with. */
export const SEALED = ".age";

/**
 * Encrypts files for recipients, as `age` does (age-encryption.org/v1): their private keys are elsewhere.
 * @param recipients each as `age1…`
 * @throws Error where one is none
 */
export async function sealFor(recipients: readonly string[]): Promise<Stage> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new Error(`${recipient} is no recipient: it must look like age1…, as \`age-keygen\` prints it`);
    }
  }
  return async function* seal(source) {
    yield* await encrypter.encrypt(ReadableStream.from(source));
  };
}

/**
 * Decrypts files with the private keys of a file that `age-keygen` made.
 * @throws Error where there are none in it
 */
export async function unsealWith(identityFile: string): Promise<Stage> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  const lines = readFileSync(identityFile, "utf8")
    .split("\n")
    .map((line) => line.trim());
  const identities = lines.filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (identities.length === 0) throw new Error(`There is no private key in ${identityFile}: a line AGE-SECRET-KEY-…`);
  for (const identity of identities) decrypter.addIdentity(identity);
  return async function* unseal(source) {
    yield* await decrypter.decrypt(ReadableStream.from(source)).catch((error: unknown) => {
      throw new Error(`The backup cannot be decrypted with ${identityFile}`, { cause: error });
    });
  };
}
