import type { Act } from "#server/domains/moderation/decisions/acts/act.ts";
import {
  hideShownImage,
  type ShownImage,
  showImage,
} from "#server/domains/moderation/image-checks/image-decisions.service.ts";

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
