import type { CaseDetail, CaseReport, EvidenceImage, QueuedCase } from "#contract/moderation-cases.ts";
import type { CaseRow, QueuedCase as QueuedRow } from "#server/modules/cases/cases.queries.ts";
import type { AppealRow, DecisionRow, findDecisions } from "#server/modules/moderation/moderation.queries.ts";
import type { findReport } from "#server/modules/safety/safety.queries.ts";

/** Names of people by the ids that actions are recorded with. Operators at the command line have their name there. */
export type ActorNames = ReadonlyMap<string, string>;

export const nameOf = (names: ActorNames, actor: string): string => names.get(actor) ?? actor;

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

export const presentQueued = (row: QueuedRow, names: ActorNames, me: string): QueuedCase => ({
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
  claim: presentClaim(claimOf(row), { names, me }),
});

export const imageUrl = (caseId: string, key: string): string => `/api/moderation/cases/${caseId}/images/${key}`;

type Report = NonNullable<Awaited<ReturnType<typeof findReport>>>;

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join("\n");
  if (typeof value !== "object" || value === null) return String(value);
  const { question, answer } = value as { question?: unknown; answer?: unknown };
  return question === undefined ? JSON.stringify(value) : `${String(question)} ${String(answer)}`;
};

/** The fields of a profile that have a value, as text. Photos are images of the evidence. */
const presentProfile = (profile: Readonly<Record<string, unknown>>): CaseReport["profile"] =>
  Object.entries(profile).flatMap(([name, value]) => {
    const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
    return name === "photos" || isEmpty ? [] : [{ name, value: textOf(value) }];
  });

/** @param photoIds photos that the member has now */
export function presentReport(
  caseId: string,
  report: Report,
  record: { readonly upheld: number; readonly dismissed: number },
  photoIds: ReadonlySet<string>,
): CaseReport {
  const images = report.pictures.map(({ key, caption }): EvidenceImage & { readonly of: string } => {
    const [kind = "picture", of = ""] = caption.split(" ");
    return { url: imageUrl(caseId, key), caption, photoId: kind === "photo" && photoIds.has(of) ? of : null, of };
  });
  const imageOf = (id: string) => images.find(({ of, caption }) => of === id && caption.startsWith("message "));
  return {
    _id: report.id,
    number: report.code,
    reason: report.reason,
    details: report.details,
    createdAt: report.created_at.toISOString(),
    isOpen: report.resolved_at === null,
    reporter: { username: report.reporter, upheld: record.upheld, dismissed: record.dismissed },
    profile: presentProfile(report.evidence.profile),
    messages: report.evidence.messages.map(({ id, senderId, kind, content, createdAt, deletedAt }) => ({
      _id: id,
      from: senderId === report.reported_id ? "reported" : "reporter",
      kind,
      content,
      createdAt,
      deletedAt: deletedAt ?? null,
      isReported: id === report.message_id,
      image: imageOf(id)?.url ?? null,
    })),
    images: images.filter(({ caption }) => !caption.startsWith("message ")).map(({ of: _, ...image }) => image),
  };
}

export const presentOtherCase = ({
  id,
  kind,
  state,
  openedAt,
  closedAt,
}: Pick<CaseRow, "id" | "kind" | "state"> & {
  readonly openedAt: Date;
  readonly closedAt: Date | null;
}): CaseDetail["otherCases"][number] => ({
  _id: id,
  kind,
  isOpen: state === "open",
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
});

export const presentDecision = (
  row: Awaited<ReturnType<typeof findDecisions>>[number],
  names: ActorNames,
): CaseDetail["decisions"][number] => ({
  _id: row.id,
  caseId: row.caseId,
  acts: [...row.acts],
  rule: row.rule,
  facts: row.facts,
  words: row.words,
  by: nameOf(names, row.decidedBy),
  at: row.decidedAt.toISOString(),
  undoUntil: row.undoUntil?.toISOString() ?? null,
  undoneAt: row.undoneAt?.toISOString() ?? null,
});

export const presentAppeal = (
  appeal: AppealRow,
  decision: DecisionRow,
  { names, me }: { readonly names: ActorNames; readonly me: string },
): CaseDetail["appeals"][number] => ({
  _id: appeal.id,
  words: appeal.words,
  createdAt: appeal.created_at.toISOString(),
  decisionId: decision.id,
  decisionBy: nameOf(names, decision.decided_by),
  isOwnDecision: decision.decided_by === me,
});
