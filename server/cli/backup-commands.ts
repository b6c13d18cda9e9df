import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type CommandInput,
  type CommandOutput,
  type DataCommand,
  type FileCommand,
  formatTime,
  UsageError,
} from "#server/cli/command.ts";
import { restore } from "#server/cli/restore.ts";
import type { Config } from "#server/config.ts";
import type { ReplaySummary } from "#server/domains/member-data/restore/status-replay.service.ts";
import { purgePendingUploads } from "#server/domains/members/photos/photos.service.ts";
import {
  appendStatusChanges,
  readStatusLog,
  STATUS_LOG,
  statusLogStart,
} from "#server/domains/members/status-events/status-log.service.ts";
import { recordActionNow } from "#server/domains/moderation/audit/audit.service.ts";
import { CommandError } from "#server/errors.ts";
import { writeBackup } from "#server/platform/db/backup.ts";
import { createDecryptor } from "#server/platform/db/backup-encryption.ts";
import type { Manifest } from "#server/platform/db/backup-format.ts";
import { readSigner, readTrustedKeys } from "#server/platform/db/backup-signature.ts";
import { verifyBackup } from "#server/platform/db/restore.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work that must clean up when it is interrupted, such as a half-written backup: a signal aborts it.
 * @throws CommandError if it was aborted; otherwise the error of the work
 */
export async function abortOnSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const name of SIGNALS) process.on(name, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? new CommandError("The command was interrupted.", { cause: error }) : error;
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}

function summarize(
  phrase: string,
  folder: string,
  { madeAt, encrypted, tables, photos, withoutPhotos, jobs }: Manifest,
): CommandOutput {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const counts = { tables: Object.keys(tables).length, rows, pictures: photos.rows, jobs: jobs.rows };
  const content = `${rows} rows in ${counts.tables} tables, ${withoutPhotos ? "without images" : `${photos.rows} images`}, ${jobs.rows} waiting jobs`;
  return {
    lines: [`${phrase} ${folder}`, `As of ${formatTime(madeAt)}${encrypted ? ", encrypted" : ""}: ${content}.`],
    data: { folder, madeAt, encrypted, ...counts },
  };
}

const extend = ({ lines, data }: CommandOutput, moreLines: readonly string[], moreData: object): CommandOutput => ({
  lines: [...lines, ...moreLines],
  data: { ...(data as object), ...moreData },
});

/** @throws UsageError if both `--plain` and `--recipient` are given */
function recipientsOf({ backupRecipients }: Config, { option, has }: CommandInput): readonly string[] {
  const recipients = option("recipient");
  if (!has("plain")) return recipients?.split(",").map((one) => one.trim()) ?? backupRecipients;
  if (recipients !== undefined) throw new UsageError("`--plain` and `--recipient` are mutually exclusive.");
  return [];
}

const NOT_ENCRYPTED = "The backup would not be encrypted. Set BACKUP_RECIPIENT, or use `--plain` to allow that.";

const backup: DataCommand = {
  name: "backup",
  args: ["folder"],
  options: { recipient: { type: "string" }, plain: { type: "boolean" }, "without-photos": { type: "boolean" } },
  needsReason: false,
  usage: "[--recipient <age1…>] [--plain] [--without-photos]",
  description: "write a signed and encrypted backup to a new or empty folder; the app may be running",
  async run(ctx, by, input) {
    const [folder = ""] = input.args;
    const recipients = recipientsOf(ctx.config, input);
    if (ctx.config.production && recipients.length === 0 && !input.has("plain")) throw new CommandError(NOT_ENCRYPTED);
    const withoutPhotos = input.has("without-photos");
    if (withoutPhotos && !ctx.config.s3) throw new CommandError("`--without-photos` is for images in a bucket.");
    const signer = readSigner(ctx.config.dataDir);
    // Recorded first, so that the backup contains the entry.
    await recordActionNow(ctx, by, { action: "backup" });
    await appendStatusChanges(ctx);
    const manifest = await abortOnSignal((signal) =>
      writeBackup(ctx.database.direct, ctx.photos, folder, { recipients, signer, withoutPhotos, signal }),
    );
    // Files that were deleted during the backup had to be kept until its end.
    await purgePendingUploads(ctx).catch((error: unknown) =>
      ctx.log.error({ err: error }, "backup: expired files not deleted, left for the cleanup job"),
    );
    const more = [`Signed by ${signer.publicKey}`];
    return extend(summarize("Backup written to", resolve(folder), manifest), more, { signedBy: signer.publicKey });
  },
};

/** For a machine that keeps the log where processes have data folders that do not last, such as in containers. */
const statusLog: DataCommand = {
  name: "status-log",
  args: [],
  options: {},
  needsReason: false,
  usage: "",
  description: "bring the log of deletions, blocks and the like in the data folder up to date",
  async run(ctx) {
    const added = await appendStatusChanges(ctx);
    return { lines: [`${added} changes added to ${join(ctx.config.dataDir, STATUS_LOG)}`], data: { added } };
  },
};

/** @throws CommandError in production if neither `--trust` nor `--untrusted` is given */
function trustedKeys(
  { production }: Pick<Config, "production">,
  { option, has }: CommandInput,
): readonly string[] | undefined {
  const trust = option("trust");
  if (trust !== undefined) return readTrustedKeys(trust);
  if (production && !has("untrusted"))
    throw new CommandError(
      "Specify who signed the backup with `--trust <public key or file>`, or skip the check with `--untrusted`.",
    );
  return undefined;
}

/** @throws CommandError in production if neither `--status-log` nor `--without-status-log` is given */
function changesReader({ production }: Config, { option, has }: CommandInput, trusted: readonly string[] | undefined) {
  const path = option("status-log");
  if (path !== undefined) {
    if (!existsSync(path)) throw new CommandError(`File ${path} does not exist.`);
    return (madeAt: Date) => readStatusLog(path, trusted, madeAt);
  }
  if (production && !has("without-status-log"))
    throw new CommandError(
      "Specify the changes since the backup with `--status-log <file>`, or skip them with `--without-status-log`.",
    );
  return undefined;
}

function summarizeReplay({ deleted, suspended, lifted, others, failed }: ReplaySummary): readonly string[] {
  const counts = `${deleted} deletions, ${suspended} suspensions, ${lifted} lifted suspensions, ${others} other changes`;
  return [`Replayed since the backup: ${counts}.`, ...failed.map((one) => `Not replayed: ${one}`)];
}

const restoreCommand: FileCommand = {
  name: "restore",
  args: ["folder"],
  options: {
    identity: { type: "string" },
    trust: { type: "string" },
    untrusted: { type: "boolean" },
    "status-log": { type: "string" },
    "without-status-log": { type: "boolean" },
  },
  needsReason: false,
  usage: "[--identity <file>] [--trust <key> | --untrusted] [--status-log <file> | --without-status-log]",
  description: "restore a backup to an empty data folder or database, all or nothing; the app must not be running",
  async runStandalone(config, by, input) {
    const [folder = ""] = input.args;
    const trusted = trustedKeys(config, input);
    const readChanges = changesReader(config, input, trusted);
    const identity = input.option("identity");
    const decrypt = identity === undefined ? undefined : await createDecryptor(identity);
    const { manifest, replayed, missingPhotos } = await abortOnSignal((signal) =>
      restore(config, by, folder, { decrypt, trusted, readChanges, signal }),
    );
    const lines = [...summarizeReplay(replayed)];
    if (readChanges && new Date(manifest.madeAt) < statusLogStart(new Date()))
      lines.push("The backup is older than the status log: repeat what you know of the time between by hand.");
    if (missingPhotos > 0) lines.push(`${missingPhotos} images are missing in the bucket: see \`photos check\`.`);
    return extend(summarize("Restored from", resolve(folder), manifest), lines, { replayed, missingPhotos });
  },
};

const verify: FileCommand = {
  name: "verify",
  args: ["folder"],
  options: { trust: { type: "string" } },
  needsReason: false,
  usage: "[--trust <key>]",
  description: "check the integrity and the signature of a backup",
  async runStandalone(_config, _by, { args: [folder = ""], option }) {
    const trust = option("trust");
    const trusted = trust === undefined ? undefined : readTrustedKeys(trust);
    const manifest = await abortOnSignal((signal) => verifyBackup(folder, signal, trusted));
    return summarize("The backup is intact:", resolve(folder), manifest);
  },
};

export const backupCommands = [backup, restoreCommand, verify, statusLog] as const;
