import type { Act } from "#server/modules/moderation/acts/act.ts";
import { applySuspension, type Suspended, undoSuspension } from "#server/modules/moderation/acts/suspend.ts";

/** A suspension without an end, so that it can be undone, and reversed by an appeal, as long as these are possible. */
export const endForGood: Act<"end_account", Suspended> = {
  name: "end_account",
  resolution: "suspended",
  apply: (at) => applySuspension(at, null),
  undo: undoSuspension,
  describe: () =>
    "We ended your account for good. You cannot log in, nobody sees your profile, and you may not open another account.",
};
