import { type Act, nothing } from "#server/domains/moderation/decisions/acts/act.ts";
import { AppError } from "#server/errors.ts";

/** The statement asks; without words it only points to the guidelines. */
export const askToChange: Act<"ask_to_change"> = {
  name: "ask_to_change",
  resolution: "warned",
  async apply({ case: row, words }) {
    if (row?.kind === "picture" && words === "")
      throw AppError.field("invalid", "words", "Say what the member should change.");
    return {};
  },
  undo: nothing,
  describe: () => "Please change what is described below.",
};
