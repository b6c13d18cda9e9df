import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { unverifyProfile, verifyProfile } from "#server/domains/members/profiles/verified-photo.service.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import type { Act } from "#server/domains/moderation/decisions/acts/act.ts";
import { findSelfieRestrictions } from "#server/domains/moderation/decisions/decisions.queries.ts";
import {
  insertRestriction,
  liftRestrictions,
} from "#server/domains/moderation/restrictions/restrictions.statements.ts";

type Required = {
  readonly restrictionId: string;
  /** The badge that the member had; null for none. */
  readonly verified: { readonly at: string; readonly photoId: string } | null;
};

/** The member is unlisted until a selfie is approved, which lifts the restriction; see `../../verification`. */
export const requireSelfie: Act<"require_selfie", Required> = {
  name: "require_selfie",
  resolution: "restricted",
  async apply({ tx, by, memberId, decisionId }) {
    const restrictionId = await insertRestriction(tx, {
      act: "require_selfie",
      memberId,
      kind: "unlisted",
      decisionId,
      until: null,
    });
    // A new selfie is asked for because the last one is doubted.
    const was = await unverifyProfile(tx, memberId);
    await reindexMember(tx, memberId);
    tx.emit(memberId, "verification_changed", { outcome: null });
    await recordAction(tx, by, {
      action: "restrict",
      target: memberId,
      details: { act: "require_selfie", decisionId },
    });
    return { restrictionId, verified: was && { at: was.at.toISOString(), photoId: was.photoId } };
  },
  async undo({ tx, memberId }, { restrictionId, verified }) {
    for (const { member_id } of await liftRestrictions(tx, { id: restrictionId })) await reindexMember(tx, member_id);
    // Has no effect if the main photo has changed since. Another decision may doubt it, too.
    const isDoubted = (await findSelfieRestrictions(tx, memberId)).length > 0;
    if (verified && !isDoubted)
      await verifyProfile(tx, memberId, { at: new Date(verified.at), photoId: verified.photoId });
    tx.emit(memberId, "verification_changed", { outcome: null });
  },
  describe: () =>
    "You are not shown in Browse and in daily sets until you show with a selfie that your photos are of you. Log in and open Settings, Account, Get verified: it takes a minute, and once a person has approved the selfie you are shown again. Your matches and crushes stay, and can still see you and write to you.",
};
