import { hideShownImage, type ShownImage, showImage } from "#server/modules/image-reviews/image-decisions.service.ts";
import type { Act } from "#server/modules/moderation/acts/act.ts";
import { pictureOf } from "#server/modules/moderation/acts/remove-picture.ts";

export const showPicture: Act<"show_picture", ShownImage> = {
  name: "show_picture",
  resolution: "none",
  apply: (at) => showImage(at.ctx, at.tx, pictureOf(at)),
  async undo({ ctx, tx }, shown) {
    await hideShownImage(ctx, tx, shown);
  },
  describe: () => undefined,
};
