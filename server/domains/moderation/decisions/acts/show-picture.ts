import type { Act } from "#server/domains/moderation/decisions/acts/act.ts";
import { pictureOf } from "#server/domains/moderation/decisions/acts/remove-picture.ts";
import {
  hideShownImage,
  type ShownImage,
  showImage,
} from "#server/domains/moderation/image-checks/image-decisions.service.ts";

export const showPicture: Act<"show_picture", ShownImage> = {
  name: "show_picture",
  resolution: "none",
  apply: (at) => showImage(at.ctx, at.tx, pictureOf(at)),
  async undo({ ctx, tx }, shown) {
    await hideShownImage(ctx, tx, shown);
  },
  describe: () => undefined,
};
