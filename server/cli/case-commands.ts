import { type DataCommand, formatList, formatTable, formatTime, parseLimit, UsageError } from "#server/cli/command.ts";
import { findCasesOnlyOf } from "#server/domains/moderation/cases/cases.queries.ts";
import { listCases } from "#server/domains/moderation/cases/cases.service.ts";
import { closeCases } from "#server/domains/moderation/decisions/decisions.service.ts";
import { openPictureCase } from "#server/domains/moderation/image-checks/picture-cases.service.ts";
import { resolveMember } from "#server/domains/moderation/operators/members.service.ts";
import { findReportIdsBy } from "#server/domains/moderation/reports/reports.queries.ts";
import type { CaseItemKind } from "#server/platform/db/schema/cases.ts";

const LIST_LINES = 100;
const TEXT = { type: "string" } as const;
const ITEM_KINDS: readonly CaseItemKind[] = [
  "report",
  "picture_check",
  "notice",
  "appeal",
  "fraud",
  "verification",
  "contact_message",
];

/** @throws UsageError */
function parseKinds(text: string | undefined): CaseItemKind[] | undefined {
  return text?.split(",").map((one) => {
    const kind = ITEM_KINDS.find((known) => known === one.trim());
    if (!kind) throw new UsageError(`\`--kind\` must be one of ${ITEM_KINDS.join(", ")}.`);
    return kind;
  });
}

const list: DataCommand = {
  name: "cases list",
  args: [],
  options: { kind: TEXT, limit: TEXT, after: TEXT },
  needsReason: false,
  usage: "[--kind <kind>[,<kind>…]] [--limit <lines>] [--after <case>]",
  description: "list open cases by the time that is left to decide them",
  async run(ctx, by, { option }) {
    const limit = parseLimit(option("limit"), LIST_LINES);
    const options = { limit, after: option("after"), itemKinds: parseKinds(option("kind")) };
    const data = await listCases(ctx, by, options);
    const rows = data.cases.map((one) => [
      one.id,
      `${formatTime(one.dueAt)}${one.dueAt < ctx.now() ? " (overdue)" : ""}`,
      one.itemKinds.join(", "),
      one.items,
      one.score.toFixed(1),
      one.username ?? (one.kind === "contact" ? "a visitor" : "deleted"),
      one.claimedBy ?? "-",
    ]);
    const head = ["case", "due", "kinds", "items", "score", "about", "claimed by"];
    return { lines: formatList(formatTable(head, rows, "There are no open cases."), rows.length, limit), data };
  },
};

const closeAll: DataCommand = {
  name: "cases close-all",
  args: [],
  options: { "reported-by": TEXT, "dry-run": { type: "boolean" } },
  needsReason: true,
  usage: "--reported-by <member> [--dry-run]",
  description: "close without action all cases that have nothing but reports of one member",
  async run(ctx, by, { option, has }) {
    const name = option("reported-by");
    if (name === undefined) throw new UsageError("`--reported-by <member>` is required.");
    const { id } = await resolveMember(ctx.db, name);
    const cases = await findCasesOnlyOf(ctx.db, await findReportIdsBy(ctx.db, id));
    if (has("dry-run"))
      return { lines: [`Dry run: nothing was changed. ${cases.length} cases would be closed.`], data: { cases } };
    const data = await closeCases(ctx, by, cases);
    const left = data.left.map((one) => `Not closed: ${one} (something came in meanwhile).`);
    const refused = data.refused.map((one) => `Not closed: ${one.id} (${one.code}).`);
    return { lines: [`Closed ${data.closed.length} cases.`, ...left, ...refused], data };
  },
};

const picture: DataCommand = {
  name: "cases picture",
  args: ["photo or message"],
  options: {},
  needsReason: true,
  usage: "",
  description: "open a case about a photo, or about the picture of a message, by its id, to remove it with its copies",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await openPictureCase(ctx, by, id);
    return { lines: [`The picture has the case ${data.caseId}.`], data };
  },
};

export const caseCommands = [list, picture, closeAll] as const;
