import { hideShownImage, type ShownImage, showImage } from "#server/modules/image-reviews/image-decisions.service.ts";
import type { Act } from "#server/modules/moderation/acts/act.ts";

/** In a case about a picture, others see it from then on. */
export const noAction: Act<"no_action", Partial<ShownImage>> = {
  name: "no_action",
  resolution: "none",
  async apply({ ctx, tx, case: about }) {
    return about?.image_key ? showImage(ctx, tx, about.image_key) : {};
  },
  async undo({ ctx, tx }, { key, wasHeld = false }) {
    if (key !== undefined) await hideShownImage(ctx, tx, { key, wasHeld });
  },
  describe: () => undefined,
};
