import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { trustedContactsKey } from "#web/domains/training/trusted-contacts.queries.ts";
import { type EventHandlers, refetchQuery } from "#web/lib/realtime-handlers.ts";

export const datesLive: EventHandlers = {
  week_comparison_changed({ userId }, cache) {
    void refetchQuery(cache, [...messageKeys.dates, userId]);
  },

  /** From another device of the member, or after a report. */
  date_outcome_changed({ messageId }, cache) {
    void refetchQuery(cache, [...messageKeys.dates, messageId]);
  },

  /** A question about a shared date stays, and leads elsewhere. */
  relationship_ended(_, cache) {
    void refetchQuery(cache, trustedContactsKey);
  },

  onReconnect(cache) {
    void refetchQuery(cache, messageKeys.dates);
  },
};
