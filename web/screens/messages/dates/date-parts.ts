import { DateCard } from "#web/screens/messages/dates/date-card.tsx";
import { DateDialog } from "#web/screens/messages/dates/form/date-form.tsx";
import { PinnedDate } from "#web/screens/messages/dates/pinned-date.tsx";
import { CompareWeeks } from "#web/screens/messages/dates/weeks/compare-weeks.tsx";

/** In one chunk, for conversations with a workout date. Loaded by `date-slot.tsx`. */
export const dateParts = { CompareWeeks, DateCard, DateDialog, PinnedDate };
