import { counted } from "#contract/words.ts";
import { type DataCommand, formatList, formatTable, formatTime, parseLimit, UsageError } from "#server/cli/command.ts";
import { listJobs, retryJobs } from "#server/domains/moderation/operators/jobs.service.ts";

const LIST_LINES = 100;

function formatDuration(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, "s"] : seconds < 3600 ? [seconds / 60, "min"] : [seconds / 3600, "h"];
  return seconds < 1 ? "-" : `${Math.floor(count)} ${unit}`;
}

const list: DataCommand = {
  name: "jobs",
  args: [],
  options: { limit: { type: "string" } },
  needsReason: false,
  usage: "[--limit <lines>]",
  description: "show waiting jobs by kind, and permanently failed jobs, latest first",
  async run(ctx, by, { option }) {
    const limit = parseLimit(option("limit"), LIST_LINES);
    const data = await listJobs(ctx, by, limit);
    const kinds = data.kinds.map(({ kind, waiting, lateSeconds, failed }) => [
      kind,
      waiting,
      formatDuration(lateSeconds),
      failed,
    ]);
    const failed = data.failed.map((job) => [
      job.id,
      job.kind,
      formatTime(job.sentAt),
      formatTime(job.failedAt),
      job.attempts,
      job.reason,
    ]);
    const lines = [
      ...formatTable(["kind", "waiting", "overdue", "failed"], kinds, "There are no waiting jobs."),
      "",
      ...formatList(
        formatTable(["job", "kind", "sent", "failed", "attempts", "reason"], failed, "There are no failed jobs."),
        failed.length,
        limit,
      ),
    ];
    return { lines, data };
  },
};

const retry: DataCommand = {
  name: "jobs retry",
  args: ["job"],
  areArgsOptional: true,
  options: { kind: { type: "string" } },
  needsReason: false,
  usage: "[--kind <kind>]",
  description: "retry a permanently failed job, or all of a kind",
  async run(ctx, by, { args: [id], option }) {
    const kind = option("kind");
    if ((id === undefined) === (kind === undefined)) throw new UsageError("Specify either a job or `--kind <kind>`.");
    const data = await retryJobs(ctx, by, id !== undefined ? { id } : { kind: kind ?? "" });
    return { lines: [`${counted(data.count, "job", "jobs")} of kind ${data.kind} will be retried.`], data };
  },
};

export const jobCommands = [list, retry] as const;
