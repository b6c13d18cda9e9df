import type { CaseNotice, FraudSignal } from "#contract/moderation/cases.ts";
import type { UnassignedNotice } from "#contract/moderation/unassigned-notices.ts";
import type { CaseItem } from "#server/domains/moderation/cases/cases.queries.ts";
import type { Notice } from "#server/domains/moderation/notices/notices.queries.ts";

/** Where staff load an image of a case. It answers to their cookie only. */
export const imageUrl = (caseId: string, key: string): string => `/api/moderation/cases/${caseId}/images/${key}`;

type ShownNotice = Pick<Notice, "id" | "number" | "kind" | "place" | "details" | "name" | "created_at">;

/** Without the address of the sender, who is answered by mail. */
export const presentNotice = (
  { id, number, kind, place, details, name, created_at }: ShownNotice,
  { doneAt, dueAt }: CaseItem,
  objection: CaseNotice["objection"],
): CaseNotice => ({
  _id: id,
  number,
  kind,
  place,
  details,
  from: name === "" ? null : name,
  createdAt: created_at.toISOString(),
  dueAt: dueAt.toISOString(),
  isOpen: doneAt === null,
  objection,
});

export const presentUnassigned = (
  {
    id,
    number,
    kind,
    place,
    details,
    username,
    due_at,
  }: Pick<Notice, "id" | "number" | "kind" | "place" | "details" | "username"> & {
    readonly due_at: Date;
  },
  objection: UnassignedNotice["objection"],
): UnassignedNotice => ({
  _id: id,
  number,
  kind,
  dueAt: due_at.toISOString(),
  place,
  details,
  username,
  objection,
});

const SIGNALS: ReadonlyMap<string, string> = new Map([
  ["dispute", "A bank has taken a payment back"],
  ["linked", "Shares a payment card with a suspended account"],
  ["device", "Has logged in on a device of a suspended account, which people share"],
]);

export const describeSignal = (sourceId: string): string => SIGNALS.get(sourceId.split(":")[0] ?? "") ?? "Fraud signal";

export const presentSignal = ({ sourceId, attachedAt, doneAt }: CaseItem): FraudSignal => ({
  text: describeSignal(sourceId),
  at: attachedAt.toISOString(),
  isOpen: doneAt === null,
});
