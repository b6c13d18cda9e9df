import type { Objection, QueuedCase, TopItem } from "#contract/moderation/cases.ts";
import { type StaffRole, seesMembers } from "#contract/moderation/staff-roles.ts";
import type { QueuedCase as QueuedRow, TopItem as TopRow } from "#server/domains/moderation/cases/cases.queries.ts";
import { describeSignal } from "#server/domains/moderation/console/items.present.ts";
import { holdReasonOf } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import type { OpenObjection } from "#server/domains/moderation/objections/objections.service.ts";
import type { CaseItemKind } from "#server/platform/db/schema/cases.ts";

/** Operators at the command line have their name there. */
export type ActorNames = ReadonlyMap<string, string>;

export const nameOf = (names: ActorNames, actor: string): string => names.get(actor) ?? actor;

export const presentObjection = (objection: OpenObjection | undefined, names: ActorNames): Objection | null =>
  objection
    ? {
        words: objection.words,
        sentAt: objection.created_at.toISOString(),
        decidedBy: objection.decidedBy === null ? null : nameOf(names, objection.decidedBy),
        isForAnother: objection.isForAnother,
      }
    : null;

interface Claim {
  readonly by: string;
  readonly until: Date;
}

export const presentClaim = (
  claim: Claim | undefined,
  { names, me }: { readonly names: ActorNames; readonly me: string },
): QueuedCase["claim"] =>
  claim ? { by: nameOf(names, claim.by), isMine: claim.by === me, until: claim.until.toISOString() } : null;

export const claimOf = ({ claimedBy, claimedUntil }: Pick<QueuedRow, "claimedBy" | "claimedUntil">) =>
  claimedBy !== null && claimedUntil !== null ? { by: claimedBy, until: claimedUntil } : undefined;

const WORDS_MAX = 120;

function firstLine(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "";
  const characters = [...line.trim()];
  return characters.length > WORDS_MAX ? `${characters.slice(0, WORDS_MAX - 1).join("")}…` : characters.join("");
}

/** One entry per kind of item. @param words the first line; empty for a role that does not see members */
const TOPS: Readonly<Record<CaseItemKind, (row: TopRow, words: string) => TopItem>> = {
  report: ({ reportReason }, words) => ({ kind: "report", reason: reportReason ?? "", words }),
  notice: ({ noticeKind }, words) => ({ kind: "notice", about: noticeKind ?? "illegal", words }),
  picture_check: ({ check }) => ({ kind: "picture_check", holdReason: check && holdReasonOf(check) }),
  appeal: ({ acts }) => ({ kind: "appeal", acts: [...acts] }),
  fraud: ({ sourceId }) => ({ kind: "fraud", signal: describeSignal(sourceId) }),
  verification: () => ({ kind: "verification" }),
  objection: ({ reportReason, noticeKind }, words) => ({
    kind: "objection",
    to: reportReason ?? noticeKind ?? "",
    words,
  }),
  contact_message: ({ subject }, words) => ({ kind: "contact_message", subject: subject ?? "", words }),
};

export const presentQueued = (
  row: QueuedRow,
  names: ActorNames,
  { staffId, role }: { readonly staffId: string; readonly role: StaffRole },
): QueuedCase => ({
  _id: row.id,
  kind: row.kind,
  memberId: row.memberId,
  username: row.username,
  score: row.score,
  dueAt: row.dueAt.toISOString(),
  openedAt: row.openedAt.toISOString(),
  version: row.version,
  itemKinds: [...row.itemKinds],
  items: row.items,
  top: row.top && TOPS[row.top.kind](row.top, seesMembers(role) ? firstLine(row.top.words) : ""),
  claim: presentClaim(claimOf(row), { names, me: staffId }),
});
