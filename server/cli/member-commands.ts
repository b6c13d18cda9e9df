import { validate } from "uuid";
import { formatPrice } from "#contract/format.ts";
import { abortOnSignal } from "#server/cli/backup-commands.ts";
import {
  type DataCommand,
  formatFields,
  formatList,
  formatTable,
  formatTime,
  parseLimit,
  plain,
} from "#server/cli/command.ts";
import { formatRenewal, formatUntil, lift, suspend } from "#server/cli/suspension-commands.ts";
import type { LinkedRow } from "#server/domains/accounts/identities/identities.queries.ts";
import { nameOfProduct } from "#server/domains/billing/withdrawals/withdrawals.present.ts";
import { deleteMember } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import { writeExport } from "#server/domains/member-data/export/export-files.service.ts";
import { type AuditEntry, readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { grantCredits, refundCredits } from "#server/domains/moderation/operators/billing.service.ts";
import { removeSecondFactor, resolveMember, showMember } from "#server/domains/moderation/operators/members.service.ts";
import { listLinkedAccounts } from "#server/domains/moderation/operators/suspensions.service.ts";

const LOG_LINES = 50;

const TEXT = { type: "string" } as const;

function formatLinkedStatus({ status, deleted_at, reason, is_banned, banned_until }: LinkedRow): string {
  if (status !== "deleted") return is_banned ? `${status} ${formatUntil(banned_until)}` : status;
  return `deleted ${formatTime(deleted_at)}, ${is_banned ? `banned ${formatUntil(banned_until)}` : reason}`;
}

const LINKED_HEAD = ["linked account", "id", "same", "since", "status"];
const linkedCells = (one: LinkedRow) => [
  one.username ?? "deleted",
  one.id,
  one.kinds.join(", "),
  formatTime(one.since),
  formatLinkedStatus(one),
];

export const formatAuditEntries = (entries: readonly AuditEntry[]): string[] =>
  formatTable(
    ["time", "operator", "action", "target", "details", "reason"],
    entries.map(({ occurred_at, actor, acting_as, action, target, username, details, reason }) => [
      formatTime(occurred_at),
      acting_as === null ? actor : `${actor} as ${acting_as}`,
      action,
      username ? `${username} ${target}` : target,
      Object.entries(details)
        .map(([name, value]) => `${name}=${value}`)
        .join(" "),
      reason,
    ]),
    "There are no audit log entries.",
  );

function formatDateOfBirth({
  dateOfBirth,
  ageByDateOfBirth,
  ageDifference,
}: Awaited<ReturnType<typeof showMember>>): string {
  if (dateOfBirth === null) return "-";
  const age = `${dateOfBirth}, ${ageByDateOfBirth} years`;
  if (ageDifference === null) return `${age}; the profile shows no age`;
  if (ageDifference === 0) return `${age}, as on the profile`;
  return `${age}; the profile shows ${Math.abs(ageDifference)} ${ageDifference > 0 ? "more" : "less"}`;
}

const show: DataCommand = {
  name: "show",
  args: ["member"],
  options: {},
  needsReason: false,
  usage: "",
  description: "show a member: account, status, age and gender changes, payments, ledger entries, reports, audit log",
  async run(ctx, by, { args: [name = ""] }) {
    const member = await showMember(ctx, by, name);
    const { suspended, counts, payments, credits, reports, actions } = member;
    const lines = [
      ...formatFields([
        ["id", member.id],
        ["username", member.username],
        ["email", `${member.email ?? "-"}${member.emailVerified ? "" : " (not confirmed)"}`],
        [
          "status",
          suspended ? `suspended since ${formatTime(suspended.since)}, ${formatUntil(suspended.until)}` : member.status,
        ],
        ...(suspended?.memberMessage ? [["message", suspended.memberMessage] as const] : []),
        ["joined", formatTime(member.joinedAt)],
        ["last active", formatTime(member.lastActiveAt)],
        ["born", formatDateOfBirth(member)],
        ["age, place", `${member.age ?? "-"}, ${member.location || "-"}`],
        ["profile", `${member.completion}% complete${member.isDemo ? ", a demo member" : ""}`],
        ["crushes left", member.balance],
        ["unlimited until", formatTime(member.unlimitedUntil)],
        ...member.subscriptions.map((one) => ["subscription", formatRenewal(one)] as const),
        ...member.disputes.map(
          (one) =>
            [
              "payments paused",
              `${one.paymentId} is disputed (${one.state}) since ${formatTime(one.openedAt)}`,
            ] as const,
        ),
        ...Object.entries(counts ?? {}),
      ]),
      "",
      ...formatTable(
        ["changes", "before", "after", "effective"],
        member.changes.map(({ field, before, after, changedAt, effectiveAt }) => [
          `${formatTime(changedAt)} ${field}`,
          before,
          after,
          formatTime(effectiveAt),
        ]),
        "There are no changes of age or gender.",
      ),
      "",
      ...formatTable(
        ["credits", "change", "for", "entry"],
        credits.map((entry) => [`${formatTime(entry.created_at)} ${entry.kind}`, entry.change, entry.source, entry.id]),
        "There are no ledger entries.",
      ),
      "",
      ...formatTable(
        ["payments", "paid", "refunded", "number", "payment"],
        payments.map(({ paidAt, amountCents, refundedCents, number, paymentId, ...product }) => [
          `${formatTime(paidAt)} ${nameOfProduct(product)}`,
          amountCents === null ? "-" : formatPrice(amountCents),
          formatPrice(refundedCents),
          number,
          paymentId,
        ]),
        "There are no payments.",
      ),
      "",
      ...formatTable(
        ["reports", "reason", "resolution", "report"],
        reports.map((report) => [
          `${formatTime(report.created_at)} ${report.reported_id === member.id ? "received" : "sent"}`,
          report.reason,
          report.resolution ?? "open",
          report.id,
        ]),
        "There are no reports.",
      ),
      "",
      ...formatTable(LINKED_HEAD, member.linked.map(linkedCells), "There are no linked accounts."),
      "",
      ...formatAuditEntries(actions),
    ];
    return { lines, data: member };
  },
};

const linked: DataCommand = {
  name: "linked",
  args: [],
  options: { limit: TEXT },
  needsReason: false,
  usage: "[--limit <lines>]",
  description: "list members who share an address or a card with another account, latest first",
  async run(ctx, by, { option }) {
    const limit = parseLimit(option("limit"), LOG_LINES);
    const data = await listLinkedAccounts(ctx, by, limit);
    const rows = data.flatMap((member) =>
      member.linked.map((one) => [member.username, member.id, member.status, ...linkedCells(one)]),
    );
    const lines = formatTable(["member", "id", "status", ...LINKED_HEAD], rows, "There are no linked accounts.");
    return { lines: formatList(lines, data.length, limit), data };
  },
};

const secondFactor: DataCommand = {
  name: "remove-second-factor",
  args: ["member"],
  options: {},
  needsReason: true,
  usage: "",
  description: "remove the passkeys, authenticator app and recovery codes of a member who has lost them",
  async run(ctx, by, { args: [name = ""] }) {
    const data = await removeSecondFactor(ctx, by, name);
    const who = plain(data.username);
    const result = data.isRemoved
      ? `The password of ${who} logs in by itself again. The member is emailed.`
      : `No change: ${who} has no second factor.`;
    return { lines: [result], data };
  },
};

const deleteAccount: DataCommand = {
  name: "delete",
  args: ["member's id"],
  options: {},
  needsReason: true,
  usage: "",
  description: "permanently delete an account as its member would; evidence in reports is kept for a year",
  async run(ctx, by, { args: [id = ""] }) {
    const data = await deleteMember(ctx, by, id);
    return { lines: [`The account of ${plain(data.username)} is deleted.`], data };
  },
};

const exportData: DataCommand = {
  name: "export",
  args: ["member", "folder"],
  options: {},
  needsReason: true,
  usage: "",
  description: "write the download of an active or suspended member's data to <folder>/<id>.zip, never over a file",
  async run(ctx, by, { args: [name = "", folder = ""] }) {
    const data = await abortOnSignal((signal) => writeExport(ctx, by, { name, folder, signal }));
    const lines = [
      `The data of ${plain(data.username)} is in ${data.path}`,
      "It has private conversations: send it to the confirmed address in `show` only, and delete the file then.",
    ];
    return { lines, data };
  },
};

const grant: DataCommand = {
  name: "grant",
  args: ["member", "crushes"],
  options: { id: TEXT },
  needsReason: true,
  usage: "[--id <idempotency key>]",
  description: "grant a member crushes; repeating the same command has no further effect",
  async run(ctx, by, { args: [name = "", crushes = ""], option }) {
    const data = await grantCredits(ctx, by, { name, crushes: Number(crushes), id: option("id")?.trim() || undefined });
    const balance = `The balance of ${plain(data.username)} is ${data.balance}.`;
    const lines = data.since
      ? [
          `No change: already granted at ${formatTime(data.since)}. ${balance}`,
          "For another grant, use a different `--reason` or an `--id`.",
        ]
      : [`Granted ${data.crushes}. ${balance}`];
    return { lines, data };
  },
};

const refund: DataCommand = {
  name: "refund",
  args: ["entry"],
  options: {},
  needsReason: true,
  usage: "",
  description: "refund the credit of a crush or an attachment, once; `show` lists the ledger entries",
  async run(ctx, by, { args: [entry = ""] }) {
    const data = await refundCredits(ctx, by, entry);
    const lines = data.alreadyRefundedAt
      ? [`No change: already refunded at ${formatTime(data.alreadyRefundedAt)}.`]
      : [`Refunded ${data.refunded}. The balance is ${data.balance}.`];
    return { lines, data };
  },
};

const log: DataCommand = {
  name: "log",
  args: [],
  options: { about: TEXT, limit: TEXT },
  needsReason: false,
  usage: "[--about <member, report or other id>] [--limit <lines>]",
  description: "list audit log entries, newest first",
  async run({ db }, _by, { option }) {
    const about = option("about");
    const target = about === undefined || validate(about) ? about : (await resolveMember(db, about)).id;
    const data = await readAuditLog(db, target, parseLimit(option("limit"), LOG_LINES));
    return { lines: formatAuditEntries(data), data };
  },
};

export const memberCommands = [
  show,
  linked,
  suspend,
  lift,
  secondFactor,
  exportData,
  deleteAccount,
  grant,
  refund,
  log,
] as const;
