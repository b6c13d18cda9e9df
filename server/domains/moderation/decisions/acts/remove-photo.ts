import {
  restorePhoto,
  type TakenDownPhoto,
  takeDownPhoto,
} from "#server/domains/members/profiles/profile-photos.service.ts";
import { lockProfileOf } from "#server/domains/members/profiles/profiles.statements.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import type { Act } from "#server/domains/moderation/decisions/acts/act.ts";
import { copiesHeldBy } from "#server/domains/moderation/image-checks/image-checks.policy.ts";
import {
  markRemoved,
  restartImageCheck,
  unmarkRemoved,
} from "#server/domains/moderation/image-checks/image-checks.service.ts";
import { AppError } from "#server/errors.ts";

export const removePhoto: Act<"remove_photo", { readonly photo: TakenDownPhoto }> = {
  name: "remove_photo",
  resolution: "restricted",
  async apply({ ctx, tx, by, memberId, decisionId, rule }, { photoId }) {
    const photo = await takeDownPhoto(ctx, tx, memberId, photoId);
    if (!photo) throw AppError.field("invalid", "acts", "The photo is not on the profile any more.");
    const storedAt = new Date(photo.created_at);
    await markRemoved(ctx, tx, photo.key, { decisionId, copies: copiesHeldBy(rule), storedAt });
    await recordStatusEvent(tx, { event: "image_taken_down", memberId, detail: photo.key });
    await recordAction(tx, by, { action: "restrict", target: memberId, details: { act: "remove_photo", decisionId } });
    return { photo };
  },
  async undo({ ctx, tx, memberId, decisionId }, { photo }) {
    await recordStatusEvent(tx, { event: "image_restored", memberId, detail: photo.key });
    if (photo.check_state === "pending") {
      await lockProfileOf(tx, memberId);
      const check_state = await restartImageCheck(ctx, tx, photo.key, decisionId);
      return restorePhoto(tx, memberId, { ...photo, check_state });
    }
    const unrestored = await restorePhoto(tx, memberId, photo);
    await unmarkRemoved(tx, photo.key, decisionId, photo.check_state === "held" ? "held" : "clear");
    return unrestored;
  },
  describe: () => "We removed a photo from your profile. Nobody sees it any more.",
};
