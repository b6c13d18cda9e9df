import { type Act, nothing } from "#server/modules/moderation/acts/act.ts";

export const noAction: Act<"no_action"> = {
  name: "no_action",
  resolution: "none",
  isRestriction: false,
  apply: async () => ({}),
  undo: nothing,
  describe: () => undefined,
};
