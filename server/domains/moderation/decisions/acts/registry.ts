import type { ActChoice, ActName, Unrestored } from "#contract/moderation/acts.ts";
import type { Act, ActContext, ActResult } from "#server/domains/moderation/decisions/acts/act.ts";
import { askToChange } from "#server/domains/moderation/decisions/acts/ask-to-change.ts";
import { endForGood } from "#server/domains/moderation/decisions/acts/end-account.ts";
import { liftRestrictions } from "#server/domains/moderation/decisions/acts/lift-restrictions.ts";
import { mute } from "#server/domains/moderation/decisions/acts/mute.ts";
import { noAction } from "#server/domains/moderation/decisions/acts/no-action.ts";
import { refundCrushes } from "#server/domains/moderation/decisions/acts/refund-crushes.ts";
import { removePhoto } from "#server/domains/moderation/decisions/acts/remove-photo.ts";
import { removePicture } from "#server/domains/moderation/decisions/acts/remove-picture.ts";
import { requireSelfie } from "#server/domains/moderation/decisions/acts/require-selfie.ts";
import { showPicture } from "#server/domains/moderation/decisions/acts/show-picture.ts";
import { suspend } from "#server/domains/moderation/decisions/acts/suspend.ts";
import { unlist } from "#server/domains/moderation/decisions/acts/unlist.ts";
import type { Resolution } from "#server/platform/db/schema/admin.ts";

/** All acts, in the order in which a list shows them. A new one also belongs to `contract/moderation/acts.ts`. */
const ACTS = {
  no_action: noAction,
  ask_to_change: askToChange,
  remove_photo: removePhoto,
  remove_picture: removePicture,
  show_picture: showPicture,
  unlist,
  require_selfie: requireSelfie,
  mute,
  suspend,
  end_account: endForGood,
  refund_crushes: refundCrushes,
  lift_restrictions: liftRestrictions,
} satisfies { readonly [Name in ActName]: Act<Name, never> | Act<Name> };

/** An act whose choice and result fit: a decision stores both together. */
const actOf = (name: ActName): Act<ActName> => ACTS[name] as unknown as Act<ActName>;

export const applyAct = (at: ActContext, choice: ActChoice): Promise<ActResult> => actOf(choice.act).apply(at, choice);

export const undoAct = (at: ActContext, choice: ActChoice, result: ActResult): Promise<Unrestored | undefined> =>
  actOf(choice.act).undo(at, result, choice);

export const describeAct = (choice: ActChoice, result: ActResult, timeZone: string): string | undefined =>
  actOf(choice.act).describe(choice, result, timeZone);

const SEVERITY: readonly Resolution[] = ["none", "warned", "restricted", "suspended"];

/** By the most severe act. */
export const resolutionOf = (choices: readonly ActChoice[]): Resolution =>
  choices
    .map(({ act }) => actOf(act).resolution)
    .reduce((most, one) => (SEVERITY.indexOf(one) > SEVERITY.indexOf(most) ? one : most), "none");
