import { type DataCommand, UsageError } from "#server/cli/command.ts";
import { limitOf } from "#server/cli/member-commands.ts";
import { listed, moment, table } from "#server/cli/output.ts";
import { readJobs, retryJobs } from "#server/modules/admin/jobs.service.ts";

const LIST_LINES = 100;

/** How long something waits, in the largest unit that fits. */
function span(seconds: number): string {
  const [many, unit] = seconds < 60 ? [seconds, "s"] : seconds < 3600 ? [seconds / 60, "min"] : [seconds / 3600, "h"];
  return seconds < 1 ? "-" : `${Math.floor(many)} ${unit}`;
}

const list: DataCommand = {
  name: "jobs",
  words: [],
  options: { limit: { type: "string" } },
  needsReason: false,
  usage: "[--limit <lines>]",
  does: "what is done later: how much of each kind waits, and what failed for good, the latest first",
  async run(ctx, by, { option }) {
    const limit = limitOf(option("limit"), LIST_LINES);
    const data = await readJobs(ctx, by, limit);
    const kinds = data.kinds.map(({ kind, waiting, lateSeconds, failed }) => [
      kind,
      waiting,
      span(lateSeconds),
      failed,
    ]);
    const failed = data.failed.map((job) => [
      job.id,
      job.kind,
      moment(job.sentAt),
      moment(job.failedAt),
      job.tries,
      job.why,
    ]);
    const lines = [
      ...table(["kind", "waits", "for up to", "failed for good"], kinds, "No job waits."),
      "",
      ...listed(
        table(["job", "kind", "sent", "failed", "tries", "why"], failed, "No job failed for good."),
        failed.length,
        limit,
      ),
    ];
    return { lines, data };
  },
};

const retry: DataCommand = {
  name: "jobs retry",
  words: ["job"],
  mayLackWords: true,
  options: { kind: { type: "string" } },
  needsReason: false,
  usage: "[--kind <kind>]",
  does: "has a job that failed for good tried once more, or all of a kind",
  async run(ctx, by, { words: [id], option }) {
    const kind = option("kind");
    if ((id === undefined) === (kind === undefined)) throw new UsageError("Name a job, or a --kind");
    const data = await retryJobs(ctx, by, id !== undefined ? { id } : { kind: kind ?? "" });
    const jobs = data.many === 1 ? "1 job" : `${data.many} jobs`;
    return { lines: [`${jobs} of the kind ${data.kind} will be tried once more.`], data };
  },
};

export const jobCommands = [list, retry] as const;
