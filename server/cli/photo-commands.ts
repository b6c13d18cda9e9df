import { abortOnSignal } from "#server/cli/backup-commands.ts";
import { type DataCommand, UsageError } from "#server/cli/command.ts";
import type { Context } from "#server/context.ts";
import { recordActionNow } from "#server/domains/moderation/audit/audit.service.ts";
import { checkPhotos, cleanPhotos } from "#server/domains/moderation/operators/photo-check.service.ts";
import { migratePhotos, summarizeMigration } from "#server/domains/moderation/operators/photo-migration.service.ts";
import { CommandError } from "#server/errors.ts";
import { createFolderPhotoStore, type PhotoStore } from "#server/platform/adapters/photo-store.ts";
import { openS3PhotoStore, photosFolder } from "#server/platform/adapters/photo-stores.ts";

const ERRORS_MAX = 10;
const SHOWN_MAX = 50;

/** @throws UsageError, CommandError */
async function openStore({ config, log }: Context, name: string): Promise<PhotoStore> {
  if (name === "folder") return createFolderPhotoStore(photosFolder(config));
  if (name !== "s3") throw new UsageError("The stores are `folder` and `s3`.");
  if (!config.s3) throw new CommandError("S3_ENDPOINT and the other settings of the store must be set.");
  return openS3PhotoStore(config.s3, log);
}

const migrate: DataCommand = {
  name: "photos migrate",
  args: ["from", "to"],
  options: { verify: { type: "boolean" }, "delete-source": { type: "boolean" }, "max-errors": { type: "string" } },
  needsReason: false,
  usage: "[--verify] [--delete-source] [--max-errors <number>]",
  description: "copy all images between `folder` and `s3`; the app may be running, and a repeated run continues",
  async run(ctx, by, { args: [from = "", to = ""], has, option, report }) {
    if (from === to) throw new UsageError("The two stores must differ: `photos migrate folder s3`, or `s3 folder`.");
    const errorsMax = Number(option("max-errors") ?? ERRORS_MAX);
    if (!Number.isInteger(errorsMax) || errorsMax < 1) throw new UsageError("`--max-errors` must be a number above 0.");
    const stores = { from: await openStore(ctx, from), to: await openStore(ctx, to) };
    const deleteSource = has("delete-source");
    const details = { from, to, source: deleteSource ? "deleted" : "kept" };
    await recordActionNow(ctx, by, { action: "migrate photos", details });
    const data = await abortOnSignal((signal) =>
      migratePhotos(ctx, { ...stores, verify: has("verify"), deleteSource, errorsMax, report, signal }),
    );
    return { lines: [`From ${from} to ${to}: ${summarizeMigration(data)}.`], data };
  },
};

const list = (title: string, keys: readonly string[]): string[] =>
  keys.length === 0
    ? []
    : [title, ...keys.slice(0, SHOWN_MAX).map((key) => `  ${key}`), ...(keys.length > SHOWN_MAX ? ["  …"] : [])];

const check: DataCommand = {
  name: "photos check",
  args: [],
  options: {},
  needsReason: false,
  usage: "",
  description: "find images whose files are missing, and stored images that nothing refers to",
  async run(ctx) {
    const data = await abortOnSignal((signal) => checkPhotos(ctx, signal));
    const { images, missing, unreferenced } = data;
    const counts = `${images} images, ${missing.length} with missing files, ${unreferenced.length} that nothing refers to`;
    const lines = [`${counts}.`, ...list("Missing:", missing), ...list("Nothing refers to:", unreferenced)];
    return { lines, data };
  },
};

const clean: DataCommand = {
  name: "photos clean",
  args: [],
  options: { most: { type: "boolean" } },
  needsReason: true,
  usage: "[--most]",
  description: "delete stored images that nothing refers to",
  async run(ctx, by, { has }) {
    const data = await abortOnSignal((signal) => cleanPhotos(ctx, by, { isMost: has("most"), signal }));
    return { lines: [`Deleted ${data.deleted} images that nothing referred to.`], data };
  },
};

export const photoCommands: readonly DataCommand[] = [migrate, check, clean];
