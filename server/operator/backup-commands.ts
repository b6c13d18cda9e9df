import { resolve } from "node:path";
import { writeBackup } from "#server/db/backup.ts";
import type { Manifest } from "#server/db/backup-format.ts";
import { verifyBackup } from "#server/db/restore.ts";
import { noteAct } from "#server/modules/operator/audit.service.ts";
import { sweepPictures } from "#server/modules/pictures/pictures.service.ts";
import type { Answer, DataCommand, FileCommand } from "#server/operator/command.ts";
import { moment } from "#server/operator/print.ts";
import { restore } from "#server/operator/restoring.ts";
import { stoppable } from "#server/operator/stoppable.ts";

function answerOf(said: string, folder: string, { madeAt, tables, photos, jobs }: Manifest): Answer {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const data = { folder, madeAt, tables: Object.keys(tables).length, rows, pictures: photos.rows, jobs: jobs.rows };
  const held = `${rows} rows of ${data.tables} tables, ${photos.rows} files of pictures, ${jobs.rows} waiting jobs`;
  return { lines: [`${said} ${folder}`, `as of ${moment(madeAt)}: ${held}.`], data };
}

const backup: DataCommand = {
  name: "backup",
  words: ["folder"],
  options: {},
  needsReason: false,
  usage: "",
  does: "writes everything into a folder that is new or empty, while the app runs",
  async run(ctx, by, { words: [folder = ""] }) {
    // Before it, so that it is in it.
    await noteAct(ctx, by, { act: "backup" });
    const manifest = await stoppable((signal) => writeBackup(ctx.database.connection, ctx.photos, folder, signal));
    // What was given up meanwhile had to stay.
    await sweepPictures(ctx);
    return answerOf("Everything is in", resolve(folder), manifest);
  },
};

const putBack: FileCommand = {
  name: "restore",
  words: ["folder"],
  options: {},
  needsReason: false,
  usage: "",
  does: "puts a backup into an empty data folder or database, all or nothing; the app must not run",
  async runAlone(config, by, { words: [folder = ""] }) {
    const manifest = await stoppable((signal) => restore(config, by, folder, signal));
    return answerOf("Everything is back from", resolve(folder), manifest);
  },
};

const verify: FileCommand = {
  name: "verify",
  words: ["folder"],
  options: {},
  needsReason: false,
  usage: "",
  does: "looks at every byte of a backup, and changes nothing",
  runAlone: async (_config, _by, { words: [folder = ""] }) =>
    answerOf("Every byte is right in", resolve(folder), await stoppable((signal) => verifyBackup(folder, signal))),
};

export const backupCommands = [backup, putBack, verify] as const;
