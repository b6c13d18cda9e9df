import { messageKeys } from "#web/features/messages/conversations.queries.ts";
import { type EventHandlers, refetchQuery } from "#web/lib/realtime-handlers.ts";

export const datesLive: EventHandlers = {
  week_comparison_changed({ userId }, cache) {
    void refetchQuery(cache, [...messageKeys.dates, userId]);
  },

  /** From another device of the member, or after a report. */
  date_outcome_changed({ messageId }, cache) {
    void refetchQuery(cache, [...messageKeys.dates, messageId]);
  },

  onReconnect(cache) {
    void refetchQuery(cache, messageKeys.dates);
  },
};
