import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Decrypter, generateX25519Identity as generateIdentity, identityToRecipient } from "age-encryption";
import pg from "pg";
import { afterEach, beforeEach } from "vitest";
import { forgotPassword } from "#contract/accounts/accounts.ts";
import { sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import type { Config } from "#server/config.ts";
import { type BackupOptions, writeBackup } from "#server/platform/db/backup.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { imageForm, makeNoisyJpeg, photoForm } from "#server/testing/images.ts";
import { createMatch, type TestMember } from "#server/testing/members.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

export const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile())
    : [];

export async function makeRecipient() {
  const identity = await generateIdentity();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return {
    recipient: await identityToRecipient(identity),
    identity: `# made for a test\n${identity}\n`,
    open: async (bytes: Uint8Array) => Buffer.from(await decrypter.decrypt(bytes)),
  };
}

/** Creates an empty database that uses both roles. */
export async function makeEmptyDatabase() {
  const { connection, owner, pool, drop } = await createTestDatabase();
  const client = new pg.Client(owner);
  await client.connect();
  await client.query("drop schema public cascade; create schema public; drop schema jobs cascade");
  await client.end();
  return { pool, drop, urls: { databaseUrl: urlOf(connection), databaseOwnerUrl: urlOf(owner) } };
}

export function backups(app: TestApp) {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "spotter-backup-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const at = (...names: string[]): string => join(root, ...names);

  async function addPhoto({ token }: TestMember): Promise<string> {
    const form = photoForm(await makeNoisyJpeg(60, 80));
    return (await app.call(addPhotos, { form }, token)).body.photos.at(-1)?._id ?? "";
  }

  /** Creates members with photos, files of all kinds, a conversation with an attachment, a report, and a pending email. */
  async function createData(): Promise<readonly [TestMember, TestMember]> {
    const [a, b] = await createMatch(app);
    await addPhoto(a);
    await app.call(
      sendMessage,
      { body: { receiverId: b.id, content: 'Tab\t, "quotes", \\N, näive\nlines 🏋️' } },
      a.token,
    );
    await app.call(sendAttachment, { form: imageForm(await makeNoisyJpeg(760, 60), b.id) }, a.token);
    await app.call(reportMember, { body: { userId: a.id, reason: "Something else" } }, b.token);
    await app.call(forgotPassword, { body: { email: a.email } });
    return [a, b];
  }

  const backUp = (name = "backup", options: BackupOptions = {}) =>
    writeBackup(app.database.connection, app.ctx.photos, at(name), options);
  const config = (urls: Partial<Pick<Config, "databaseUrl" | "databaseOwnerUrl">> = {}): Config => ({
    ...app.ctx.config,
    dataDir: at("data"),
    ...urls,
  });
  return { at, addPhoto, live: createData, backUp, config };
}
