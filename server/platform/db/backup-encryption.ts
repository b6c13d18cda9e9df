import { readFileSync } from "node:fs";

export type StreamTransform = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

export const passThrough: StreamTransform = (source) => source;

export const ENCRYPTED_SUFFIX = ".age";

/**
 * Encrypts files for recipients in the format of `age` (age-encryption.org/v1). The private keys are stored elsewhere.
 * @param recipients public keys (`age1…`)
 * @throws Error if a recipient is invalid
 */
export async function createEncryptor(recipients: readonly string[]): Promise<StreamTransform> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new Error(`Invalid recipient ${recipient}: expected age1…, as printed by \`age-keygen\``);
    }
  }
  return async function* encrypt(source) {
    yield* await encrypter.encrypt(ReadableStream.from(source));
  };
}

/** Decrypts files with the private keys in a file that `age-keygen` wrote. @throws Error if the file contains none */
export async function createDecryptor(identityFile: string): Promise<StreamTransform> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  const lines = readFileSync(identityFile, "utf8")
    .split("\n")
    .map((line) => line.trim());
  const identities = lines.filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (identities.length === 0) throw new Error(`No private key (AGE-SECRET-KEY-…) in ${identityFile}`);
  for (const identity of identities) decrypter.addIdentity(identity);
  return async function* decrypt(source) {
    yield* await decrypter.decrypt(ReadableStream.from(source)).catch((error: unknown) => {
      throw new Error(`The backup cannot be decrypted with ${identityFile}`, { cause: error });
    });
  };
}
