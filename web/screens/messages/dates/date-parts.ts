import { CompareWeeks } from "#web/screens/messages/dates/compare-weeks.tsx";
import { DateCard } from "#web/screens/messages/dates/date-card.tsx";
import { DateDialog } from "#web/screens/messages/dates/date-form.tsx";
import { PinnedDate } from "#web/screens/messages/dates/pinned-date.tsx";

/** In one chunk, for conversations with a workout date. Loaded by `date-slot.tsx`. */
export const dateParts = { CompareWeeks, DateCard, DateDialog, PinnedDate };
