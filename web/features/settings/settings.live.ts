import type { QueryClient } from "@tanstack/react-query";
import { ownProfileKey } from "#web/features/members/own-profile.ts";
import { askAgain, type Live } from "#web/lib/live.ts";

/** Under it is all that one sets, but what one's profile holds. */
const settingsKey = ["settings"] as const;

const askForPastContacts = (cache: QueryClient): void => void askAgain(cache, [...settingsKey, "past-contacts"]);

export const settingsLive: Live = {
  settings_changed: ({ what }, cache) => {
    if (what === "notifications" || what === "email") void askAgain(cache, ownProfileKey);
    void askAgain(cache, [...settingsKey, what]);
    if (what === "blocks") askForPastContacts(cache);
  },
  /** It may have been a block. */
  contact_ended: (_, cache) => {
    void askAgain(cache, [...settingsKey, "blocks"]);
    askForPastContacts(cache);
  },
  profiles_changed: (_, cache) => askForPastContacts(cache),
  member_gone: (_, cache) => askForPastContacts(cache),
  missed: (cache) => {
    void askAgain(cache, ownProfileKey);
    void askAgain(cache, settingsKey);
  },
};
