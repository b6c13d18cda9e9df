import { mkdir, open, rm } from "node:fs/promises";
import { resolve as absolute, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { hasAccount } from "#server/domains/member-data/export/export.repo.ts";
import { collectPersonalData } from "#server/domains/member-data/export/personal-data.ts";
import { archive } from "#server/domains/members/member-data/archive.ts";
import { isDeletedMember } from "#server/domains/members/members.queries.ts";
import { type OperatorAction, recordActionNow } from "#server/domains/moderation/audit/audit.service.ts";
import { resolveMember } from "#server/domains/moderation/operators/members.service.ts";
import { CommandError } from "#server/errors.ts";

const DELETED =
  "is deleted, so there is nothing to export: its profile, photos, settings and sessions are erased. " +
  "What is kept is part of reports (see `reports show`) and of the ledger, without a name.";

/**
 * Writes what the member would download, with any status but deleted. Locks nothing: each file is read when it is
 * written.
 * @param folder created if it does not exist; the file in it has the member's id, so that it names nobody
 * @throws CommandError if there is no such member, or the file exists
 */
export async function writeExport(
  ctx: Context,
  by: OperatorAction,
  { name, folder, signal }: { readonly name: string; readonly folder: string; readonly signal: AbortSignal },
): Promise<{ id: string; username: string; path: string }> {
  if (validate(name) && (await isDeletedMember(ctx.db, name))) throw new CommandError(`The account ${name} ${DELETED}`);
  const { id, username } = await resolveMember(ctx.db, name);
  const path = join(absolute(folder), `${id}.zip`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? new CommandError(`File ${path} exists already.`) : error;
  });
  try {
    await recordActionNow(ctx, by, { action: "export data", target: id });
    await pipeline(archive(collectPersonalData(ctx, id), ctx.now()), file.createWriteStream(), { signal });
    if (!(await hasAccount(ctx.db, id))) throw new CommandError(`The account ${id} was deleted meanwhile.`);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return { id, username, path };
}
