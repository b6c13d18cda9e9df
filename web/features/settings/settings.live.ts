import { ownProfileKey } from "#web/features/members/own-profile.ts";
import { askAgain, type Live } from "#web/lib/live.ts";

/** Under it is all that one sets, but what one's profile holds. */
const settingsKey = ["settings"] as const;

export const settingsLive: Live = {
  settings_changed: ({ what }, cache) => {
    if (what === "notifications" || what === "email") void askAgain(cache, ownProfileKey);
    void askAgain(cache, [...settingsKey, what]);
  },
  /** It may have been a block. */
  contact_ended: (_, cache) => void askAgain(cache, [...settingsKey, "blocks"]),
  missed: (cache) => {
    void askAgain(cache, ownProfileKey);
    void askAgain(cache, settingsKey);
  },
};
