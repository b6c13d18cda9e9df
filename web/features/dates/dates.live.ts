import type { ComparisonKey, OutcomeKey } from "#web/features/dates/date-keys.ts";
import { type EventHandlers, refetchQuery } from "#web/lib/realtime-handlers.ts";

export const datesLive: EventHandlers = {
  week_comparison_changed({ userId }, cache) {
    void refetchQuery(cache, ["comparison", userId] satisfies ComparisonKey);
  },

  /** From another device of the member, or after a report. */
  date_outcome_changed({ messageId }, cache) {
    void refetchQuery(cache, ["outcome", messageId] satisfies OutcomeKey);
  },

  onReconnect(cache) {
    for (const root of ["comparison", "outcome"] satisfies (ComparisonKey | OutcomeKey)[0][])
      void cache.invalidateQueries({ queryKey: [root] });
  },
};
