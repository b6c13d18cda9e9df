import type { QueryClient } from "@tanstack/react-query";
import { ownProfileKey } from "#web/features/members/own-profile.ts";
import { askAgain, type Live } from "#web/lib/live.ts";

/** Under it is all that one sets, but what one's profile holds. */
const settingsKey = ["settings"] as const;

const refetchPastContacts = (cache: QueryClient): void => void askAgain(cache, [...settingsKey, "past-contacts"]);

export const settingsLive: Live = {
  settings_changed: ({ what }, cache) => {
    if (what === "notifications" || what === "email") void askAgain(cache, ownProfileKey);
    void askAgain(cache, [...settingsKey, what]);
    if (what === "blocks") refetchPastContacts(cache);
  },
  /** It may have been a block. */
  relationship_ended: (_, cache) => {
    void askAgain(cache, [...settingsKey, "blocks"]);
    refetchPastContacts(cache);
  },
  discovery_invalidated: (_, cache) => refetchPastContacts(cache),
  member_deleted: (_, cache) => refetchPastContacts(cache),
  missed: (cache) => {
    void askAgain(cache, ownProfileKey);
    void askAgain(cache, settingsKey);
  },
};
