import type { Context } from "#server/context.ts";
import { type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import {
  countChecks,
  findComparisons,
  findUnwantedSources,
  REMOVED_SOURCE,
} from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import { addToList, removeList } from "#server/domains/moderation/image-checks/image-checks.service.ts";
import { restartComparisons } from "#server/domains/moderation/image-checks/image-comparisons.service.ts";
import { CommandError } from "#server/errors.ts";

const NAME = /^[a-z0-9][a-z0-9._-]{0,39}$/;

/** @throws CommandError */
function assertListName(name: string): void {
  if (!NAME.test(name))
    throw new CommandError("The name of a list has up to 40 of a-z, 0-9, dots, dashes and underscores.");
  if (name === REMOVED_SOURCE)
    throw new CommandError(`"${REMOVED_SOURCE}" are the images that decisions removed. Undo the decision instead.`);
}

/**
 * One PDQ hash of 64 hexadecimal digits per line. The rest of the line, empty lines, and lines that start with # are
 * skipped.
 * @throws CommandError with the number of the first other line
 */
export function parseHashes(text: string): string[] {
  const hashes = new Set<string>();
  for (const [i, line] of text.split("\n").entries()) {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) continue;
    const [, hash] = /^([0-9a-f]{64})(?:[\s,;]|$)/i.exec(content) ?? [];
    if (hash === undefined) throw new CommandError(`Line ${i + 1} does not begin with 64 hexadecimal digits.`);
    hashes.add(hash.toLowerCase());
  }
  if (hashes.size === 0) throw new CommandError("The list has no hashes.");
  return [...hashes];
}

export const listImageLists = (ctx: Context) => findUnwantedSources(ctx.db);

/** New uploads are compared with the hashes at once, stored images by a job. @throws CommandError */
export async function addToImageList(ctx: Context, by: OperatorAction, name: string, text: string) {
  assertListName(name);
  const hashes = parseHashes(text);
  return ctx.transact(async (tx) => {
    const added = await addToList(ctx, tx, { source: name, reason: by.reason }, hashes);
    await recordAction(tx, by, { action: "add image list", details: { list: name, hashes: added } });
    return { name, added, known: hashes.length - added };
  });
}

/** Images that the list held stay in review. @throws CommandError if there is no such list */
export async function removeImageList(ctx: Context, by: OperatorAction, name: string) {
  assertListName(name);
  return ctx.transact(async (tx) => {
    const removed = await removeList(tx, name);
    if (removed === 0) throw new CommandError(`There is no list "${name}".`);
    await recordAction(tx, by, { action: "remove image list", details: { list: name, hashes: removed } });
    return { name, removed };
  });
}

/** Finished ones for 30 days. */
export const listComparisons = (ctx: Context) => findComparisons(ctx.db);

/** @param name undefined for all lists and the images that decisions removed @throws CommandError */
export async function startComparisons(ctx: Context, by: OperatorAction, name: string | undefined) {
  if (ctx.config.imageChecks === "off") throw new CommandError("IMAGE_CHECKS is off.");
  return ctx.transact(async (tx) => {
    const sources = await findUnwantedSources(tx);
    const chosen = sources.filter(({ source }) => name === undefined || source === name);
    if (chosen.length === 0)
      throw new CommandError(name === undefined ? "There are no lists." : `There is no list "${name}".`);
    const names = chosen.map(({ source }) => source);
    await restartComparisons(ctx, tx, names);
    await recordAction(tx, by, { action: "compare stored images", details: { lists: names.join(",") } });
    return { lists: names, hashes: chosen.reduce((sum, { images }) => sum + images, 0) };
  });
}

export const getCheckCounts = (ctx: Context) => countChecks(ctx.db);

/** The images stay visible meanwhile. */
export async function startEarlierChecks(ctx: Context, by: OperatorAction) {
  if (ctx.config.imageChecks === "off") throw new CommandError("IMAGE_CHECKS is off.");
  const { unchecked } = await countChecks(ctx.db);
  await ctx.transact(async (tx) => {
    await ctx.jobs.send(tx, "check-earlier-images", { after: "" });
    await recordAction(tx, by, { action: "check earlier images", details: { unchecked } });
  });
  return { unchecked };
}
