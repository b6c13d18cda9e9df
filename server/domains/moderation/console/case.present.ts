import type {
  CaseEvidence,
  CaseHead,
  CaseReport,
  CaseSelfie,
  EvidenceImage,
  StatementPreview,
} from "#contract/moderation/cases.ts";
import { type StaffRole, seesMembers } from "#contract/moderation/staff-roles.ts";
import { presentMembership } from "#server/domains/billing/subscriptions/subscriptions.present.ts";
import type { CaseRow, OpenItems } from "#server/domains/moderation/cases/cases.queries.ts";
import type { ReadCase } from "#server/domains/moderation/console/case-read.service.ts";
import { presentContact } from "#server/domains/moderation/console/contact.present.ts";
import { imageUrl, presentNotice, presentSignal } from "#server/domains/moderation/console/items.present.ts";
import {
  type ActorNames,
  claimOf,
  nameOf,
  presentClaim,
  presentObjection,
} from "#server/domains/moderation/console/queue.present.ts";
import type { Email } from "#server/platform/email/email-layout.ts";

type Report = ReadCase["reports"][number];

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join("\n");
  if (typeof value !== "object" || value === null) return String(value);
  const { question, answer } = value as { question?: unknown; answer?: unknown };
  return question === undefined ? JSON.stringify(value) : `${String(question)} ${String(answer)}`;
};

const presentProfile = (profile: Readonly<Record<string, unknown>>): CaseReport["profile"] =>
  Object.entries(profile).flatMap(([name, value]) => {
    const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
    return name === "photos" || isEmpty ? [] : [{ name, value: textOf(value) }];
  });

interface Shown {
  readonly caseId: string;
  /** Photos that the member has now. */
  readonly photoIds: ReadonlySet<string>;
  readonly names: ActorNames;
}

function presentReport(report: Report, { caseId, photoIds, names }: Shown): CaseReport {
  const { upheld, dismissed } = report.reporterRecord;
  const images = report.pictures.map(({ key, caption }): EvidenceImage & { readonly of: string } => {
    const [kind = "picture", of = ""] = caption.split(" ");
    return { url: imageUrl(caseId, key), caption, photoId: kind === "photo" && photoIds.has(of) ? of : null, of };
  });
  const sideOf = (memberId: string) => (memberId === report.reported_id ? "reported" : "reporter");
  const imageOf = (id: string) => images.find(({ of, caption }) => of === id && caption.startsWith("message "));
  return {
    _id: report.id,
    number: report.code,
    reason: report.reason,
    details: report.details,
    createdAt: report.created_at.toISOString(),
    dueAt: report.dueAt.toISOString(),
    isOpen: report.resolved_at === null,
    objection: presentObjection(report.objection, names),
    reporter: { username: report.reporter, upheld, dismissed },
    profile: presentProfile(report.evidence.profile),
    messages: report.evidence.messages.map(({ id, senderId, kind, content, createdAt, deletedAt, history = [] }) => ({
      _id: id,
      from: sideOf(senderId),
      kind,
      content,
      createdAt,
      deletedAt: deletedAt ?? null,
      isReported: id === report.message_id,
      image: imageOf(id)?.url ?? null,
      steps: history.map((step) => ({ ...step, by: step.by === null ? null : sideOf(step.by) })),
    })),
    // A person has no use for an id.
    images: images
      .filter(({ caption }) => !caption.startsWith("message "))
      .map(({ of, caption, ...image }, i) => ({ ...image, caption: caption.replace(of, String(i + 1)) })),
  };
}

const presentDecision = (row: ReadCase["decisions"][number], names: ActorNames): CaseEvidence["decisions"][number] => ({
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

interface Viewer {
  readonly names: ActorNames;
  readonly role: StaffRole;
  /** Not by a reason to look. */
  readonly isClaimant: boolean;
}

function presentAppeal(appeal: ReadCase["appeals"][number], shown: Shown): CaseEvidence["appeals"][number] {
  const { id, words, created_at, decision, isForAnother, reports, notices, hold, removed } = appeal;
  return {
    _id: id,
    words,
    createdAt: created_at.toISOString(),
    decision: {
      _id: decision.id,
      caseId: decision.case_id,
      acts: decision.acts.map(({ choice }) => choice.act),
      rule: decision.rule,
      facts: decision.facts,
      words: decision.words,
      by: nameOf(shown.names, decision.decided_by),
      at: decision.decided_at.toISOString(),
      undoUntil: decision.undo_until?.toISOString() ?? null,
      undoneAt: decision.undone_at?.toISOString() ?? null,
    },
    isAutomated: decision.automated,
    reports: reports.map((report) => presentReport(report, shown)),
    moreReports: appeal.moreReports,
    moreNotices: appeal.moreNotices,
    notices: notices.map(({ notice, item, objection }) =>
      presentNotice(notice, item, presentObjection(objection, shown.names)),
    ),
    hold,
    // The reader of an appeal has to see the images that the decision removed.
    images: removed.map((key) => ({ url: imageUrl(shown.caseId, key), caption: "removed picture", photoId: null })),
    isForAnother,
  };
}

const presentRestrictions = ({
  suspension,
  restrictions,
}: ReadCase["member"]): CaseEvidence["subject"]["restrictions"] => [
  ...(suspension ? [{ kind: "suspended" as const, until: suspension.until?.toISOString() ?? null }] : []),
  ...restrictions.map(({ kind, until }) => ({ kind, until: until?.toISOString() ?? null })),
];

/** The profile's photos are what a picture is compared with, so that every role sees them. An answer needs none. */
function presentImages({ case: row, member }: ReadCase): CaseEvidence["subject"]["images"] {
  if (row.kind === "contact") return [];
  const picture = row.image_key === null ? [] : [{ key: row.image_key, caption: "picture", photoId: null }];
  const photos = member.photos.map(({ id, key }, i) => ({ key, caption: `photo ${i + 1}`, photoId: id }));
  return [...picture, ...photos].map(({ key, ...image }) => ({ ...image, url: imageUrl(row.id, key) }));
}

export const presentLinked = ({ rows, isMore }: ReadCase["member"]["linked"]) => ({
  linked: rows.map(({ id, username, status, kinds, is_banned }) => ({
    memberId: id,
    username,
    status,
    kinds,
    isBanned: is_banned,
  })),
  isMoreLinked: isMore,
});

type Background = Pick<
  CaseEvidence,
  "decisions" | "memberNotes" | "moreNotes" | "otherCases" | "linked" | "isMoreLinked"
> & {
  readonly subject: Omit<CaseEvidence["subject"], "images">;
};

/** For a role that works on members. */
function presentBackground(shown: ReadCase, { names, role }: Viewer): Background {
  const { case: row, member } = shown;
  const decisions = shown.decisions.map((decision) => presentDecision(decision, names));
  if (!seesMembers(role))
    return {
      subject: { status: null, joinedAt: null, restrictions: [], membership: null },
      decisions: decisions.filter(({ caseId }) => row.kind === "picture" && caseId === row.id),
      memberNotes: [],
      moreNotes: 0,
      otherCases: [],
      linked: [],
      isMoreLinked: false,
    };
  return {
    subject: {
      status: member.status,
      joinedAt: member.joinedAt?.toISOString() ?? null,
      restrictions: presentRestrictions(member),
      membership: presentMembership(member.membership),
    },
    decisions,
    memberNotes: shown.memberNotes.map(({ note, actor, createdAt }) => ({
      note,
      by: nameOf(names, actor),
      at: createdAt.toISOString(),
    })),
    moreNotes: shown.moreNotes,
    otherCases: shown.otherCases.map(({ id, kind, state, openedAt, closedAt }) => ({
      _id: id,
      kind,
      isOpen: state === "open",
      openedAt: openedAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
    })),
    ...presentLinked(member.linked),
  };
}

interface Head {
  readonly case: CaseRow;
  readonly open: OpenItems;
  readonly username: string | null;
  /** The staff member at work on the case. */
  readonly claimant: string | undefined;
  readonly isForAnother: boolean;
}

export function presentHead(
  { case: row, open, username, claimant, isForAnother }: Head,
  viewer: { readonly names: ActorNames; readonly me: string },
): CaseHead {
  return {
    _id: row.id,
    kind: row.kind,
    memberId: row.member_id,
    username,
    score: row.score,
    dueAt: row.due_at.toISOString(),
    openedAt: row.opened_at.toISOString(),
    version: row.version,
    itemKinds: [...open.kinds],
    items: open.items,
    claim: presentClaim(claimOf({ claimedBy: claimant ?? null, claimedUntil: row.claimed_until }), viewer),
    isOpen: row.state === "open",
    isForAnother,
  };
}

const presentSelfie = (
  caseId: string,
  { id, pose, isLive, submittedAt, selfieKey, mainPhotoId, photoKeys: [mainKey] }: ReadCase["selfies"][number],
): CaseSelfie => ({
  _id: id,
  pose,
  isLive: isLive === true,
  submittedAt: submittedAt.toISOString(),
  image: { url: imageUrl(caseId, selfieKey), caption: "selfie", photoId: null },
  mainPhoto: mainKey ? { url: imageUrl(caseId, mainKey), caption: "main photo", photoId: mainPhotoId } : null,
});

export function presentEvidence(shown: ReadCase, viewer: Viewer): CaseEvidence {
  const { case: row, member } = shown;
  const { names } = viewer;
  const parts = { caseId: row.id, photoIds: new Set(member.photos.map(({ id }) => id)), names };
  const background = presentBackground(shown, viewer);
  return {
    ...background,
    subject: { ...background.subject, images: presentImages(shown) },
    hold: shown.hold,
    reports: shown.reports.map((report) => presentReport(report, parts)),
    notices: shown.notices.map(({ notice, item, objection }) =>
      presentNotice(notice, item, presentObjection(objection, names)),
    ),
    contact: shown.contact ? presentContact(shown.contact, viewer) : null,
    moreReports: shown.moreReports,
    moreNotices: shown.moreNotices,
    signals: shown.signals.map(presentSignal),
    moreSignals: shown.moreSignals,
    selfies: shown.selfies.map((selfie) => presentSelfie(row.id, selfie)),
    appeals: shown.appeals.map((appeal) => presentAppeal(appeal, parts)),
    history: shown.events.map(({ at, kind, actor, note, details }) => ({
      item: typeof details["item"] === "string" ? details["item"] : null,
      at: at.toISOString(),
      kind,
      by: actor === null ? null : nameOf(names, actor),
      note,
    })),
    moreHistory: shown.moreEvents,
  };
}

/** Without the addresses of the links: the one to object is the member's alone. */
export const presentPreview = ({ subject, paragraphs, button, secondaryLink }: Email): StatementPreview => ({
  subject,
  paragraphs: [...paragraphs],
  links: [button, secondaryLink].flatMap((link) => link?.label ?? []),
});
