import type { QueuedCase } from "#contract/moderation/cases.ts";
import type { QueuedCase as QueuedRow } from "#server/domains/moderation/cases/cases.queries.ts";

/** Operators at the command line have their name there. */
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
