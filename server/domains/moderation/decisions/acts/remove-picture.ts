import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import type { Act, ActContext } from "#server/domains/moderation/decisions/acts/act.ts";
import { copiesHeldBy } from "#server/domains/moderation/image-checks/image-checks.policy.ts";
import {
  type RemovedImage,
  removeImage,
  restoreImage,
} from "#server/domains/moderation/image-checks/image-decisions.service.ts";
import { AppError } from "#server/errors.ts";

/** @throws AppError invalid, unless the case is about a picture */
export function pictureOf(at: ActContext): string {
  const key = at.case?.image_key;
  if (!key) throw AppError.field("invalid", "acts", "The case is not about a picture.");
  return key;
}

export const removePicture: Act<"remove_picture", RemovedImage> = {
  name: "remove_picture",
  resolution: "restricted",
  async apply(at) {
    const { ctx, tx, by, memberId, decisionId, rule } = at;
    const removed = await removeImage(ctx, tx, { key: pictureOf(at), decisionId, copies: copiesHeldBy(rule) });
    await recordStatusEvent(tx, { event: "image_taken_down", memberId, detail: removed.key });
    await recordAction(tx, by, {
      action: "restrict",
      target: memberId,
      details: { act: "remove_picture", decisionId },
    });
    return removed;
  },
  async undo({ ctx, tx, memberId, decisionId, isReopened }, removed) {
    await recordStatusEvent(tx, { event: "image_restored", memberId, detail: removed.key });
    return restoreImage(ctx, tx, removed, { memberId, decisionId, isReviewed: isReopened });
  },
  describe: (_, { messageId }) =>
    messageId === undefined
      ? "We removed a photo from your profile. Nobody sees it any more."
      : "We removed a picture that you sent in a chat. Nobody sees it any more.",
};
