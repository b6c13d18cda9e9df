import { resolve } from "node:path";
import { stoppable } from "#server/cli/abortable.ts";
import { type Answer, type DataCommand, type FileCommand, type Given, UsageError } from "#server/cli/command.ts";
import { moment } from "#server/cli/output.ts";
import { restore } from "#server/cli/restore.ts";
import type { Config } from "#server/config.ts";
import { writeBackup } from "#server/db/backup.ts";
import { unsealWith } from "#server/db/backup-encryption.ts";
import type { Manifest } from "#server/db/backup-format.ts";
import { readSigner, readTrusted } from "#server/db/backup-signature.ts";
import { verifyBackup } from "#server/db/restore.ts";
import { noteAct } from "#server/modules/admin/audit.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import { readStanding, recordStanding } from "#server/modules/admin/standing-record.service.ts";
import { sweepPictures } from "#server/modules/photos/photos.service.ts";

function answerOf(said: string, folder: string, { madeAt, encrypted, tables, photos, jobs }: Manifest): Answer {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const counts = { tables: Object.keys(tables).length, rows, pictures: photos.rows, jobs: jobs.rows };
  const held = `${rows} rows of ${counts.tables} tables, ${photos.rows} files of pictures, ${jobs.rows} waiting jobs`;
  return {
    lines: [`${said} ${folder}`, `as of ${moment(madeAt)}${encrypted ? ", encrypted" : ""}: ${held}.`],
    data: { folder, madeAt, encrypted, ...counts },
  };
}

const withMore = ({ lines, data }: Answer, more: readonly string[], also: object): Answer => ({
  lines: [...lines, ...more],
  data: { ...(data as object), ...also },
});

/** Whom backups are encrypted for, by the command line or the settings. @throws UsageError where both ways are given */
function recipientsOf({ backupRecipients }: Config, { option, has }: Given): readonly string[] {
  const given = option("recipient");
  if (!has("plain")) return given?.split(",").map((one) => one.trim()) ?? backupRecipients;
  if (given !== undefined) throw new UsageError("--plain and --recipient exclude each other");
  return [];
}

const NOT_ENCRYPTED = "It would not be encrypted: set BACKUP_RECIPIENT, or say --plain where that is what you want.";

const backup: DataCommand = {
  name: "backup",
  words: ["folder"],
  options: { recipient: { type: "string" }, plain: { type: "boolean" } },
  needsReason: false,
  usage: "[--recipient <age1…>] [--plain]",
  does: "writes everything into a folder that is new or empty, signed and encrypted, while the app runs",
  async run(ctx, by, given) {
    const [folder = ""] = given.words;
    const recipients = recipientsOf(ctx.config, given);
    if (ctx.config.production && recipients.length === 0 && !given.has("plain")) throw new Refusal(NOT_ENCRYPTED);
    const signer = readSigner(ctx.config.dataDir);
    // Before it, so that it is in it.
    await noteAct(ctx, by, { act: "backup" });
    await recordStanding(ctx);
    const manifest = await stoppable((signal) =>
      writeBackup(ctx.database.connection, ctx.photos, folder, { recipients, signer, signal }),
    );
    // What was given up meanwhile had to stay.
    await sweepPictures(ctx);
    const more = [`Signed by ${signer.publicKey}`];
    return withMore(answerOf("Everything is in", resolve(folder), manifest), more, { signedBy: signer.publicKey });
  },
};

/** Whom one trusts. @throws Refusal where nobody says, in production */
function trustedBy({ production }: Pick<Config, "production">, { option, has }: Given): readonly string[] | undefined {
  const trust = option("trust");
  if (trust !== undefined) return readTrusted(trust);
  if (production && !has("untrusted"))
    throw new Refusal("Say whose backup it is: --trust <public key, or a file with it>, or --untrusted to take any");
  return undefined;
}

/** What has become of members since the backup. @throws Refusal where nobody says, in production */
function changesBy({ production }: Config, { option, has }: Given, trusted: readonly string[] | undefined) {
  const record = option("standing");
  if (record !== undefined) return readStanding(record, trusted);
  if (production && !has("without-standing"))
    throw new Refusal(
      "Say who has gone since: --standing <standing.log>, or --without-standing where there is no record any more",
    );
  return [];
}

const putBack: FileCommand = {
  name: "restore",
  words: ["folder"],
  options: {
    identity: { type: "string" },
    trust: { type: "string" },
    untrusted: { type: "boolean" },
    standing: { type: "string" },
    "without-standing": { type: "boolean" },
  },
  needsReason: false,
  usage: "[--identity <file>] [--trust <key> | --untrusted] [--standing <file> | --without-standing]",
  does: "puts a backup into an empty data folder or database, all or nothing; the app must not run",
  async runAlone(config, by, given) {
    const [folder = ""] = given.words;
    const trusted = trustedBy(config, given);
    const changes = changesBy(config, given, trusted);
    const identity = given.option("identity");
    const unseal = identity === undefined ? undefined : await unsealWith(identity);
    const { manifest, replayed } = await stoppable((signal) =>
      restore(config, by, folder, { unseal, trusted, changes, signal }),
    );
    const { gone, suspended, lifted } = replayed;
    const since = `Since the backup: ${gone} deleted again, ${suspended} suspended again, ${lifted} lifted again.`;
    return withMore(answerOf("Everything is back from", resolve(folder), manifest), [since], { replayed });
  },
};

const verify: FileCommand = {
  name: "verify",
  words: ["folder"],
  options: { trust: { type: "string" } },
  needsReason: false,
  usage: "[--trust <key>]",
  does: "looks at every byte of a backup, and whose it is, and changes nothing",
  async runAlone(_config, _by, { words: [folder = ""], option }) {
    const trust = option("trust");
    const trusted = trust === undefined ? undefined : readTrusted(trust);
    const manifest = await stoppable((signal) => verifyBackup(folder, signal, trusted));
    return answerOf("Every byte is right in", resolve(folder), manifest);
  },
};

export const backupCommands = [backup, putBack, verify] as const;
