import type { QueryClient } from "@tanstack/react-query";
import {
  blockedMembersKey,
  passedMembersKey,
  pastContactsKey,
  settingsKey,
} from "#web/domains/accounts/settings/settings.queries.ts";
import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";
import { type EventHandlers, refetchQuery } from "#web/lib/realtime-handlers.ts";

const refetchPastContacts = (cache: QueryClient): void => void refetchQuery(cache, pastContactsKey);

export const settingsLive: EventHandlers = {
  settings_changed: ({ what }, cache) => {
    if (what === "notifications" || what === "email" || what === "privacy") void refetchQuery(cache, ownProfileKey);
    void refetchQuery(cache, [...settingsKey, what]);
    if (what === "blocks") refetchPastContacts(cache);
  },
  restrictions_changed: (_, cache) => void refetchQuery(cache, ownProfileKey),
  pass_changed: (_, cache) => void refetchQuery(cache, passedMembersKey),
  // The event does not contain whether it was a block.
  relationship_ended: (_, cache) => {
    void refetchQuery(cache, blockedMembersKey);
    refetchPastContacts(cache);
  },
  discovery_invalidated: (_, cache) => refetchPastContacts(cache),
  member_deleted: (_, cache) => refetchPastContacts(cache),
  onReconnect: (cache) => {
    void refetchQuery(cache, ownProfileKey);
    void refetchQuery(cache, settingsKey);
  },
};
