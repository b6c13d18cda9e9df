import { CompareWeeks } from "#web/features/dates/compare-weeks.tsx";
import { DateCard } from "#web/features/dates/date-card.tsx";
import { DateDialog } from "#web/features/dates/date-form.tsx";
import { PinnedDate } from "#web/features/dates/pinned-date.tsx";

/** What a conversation with a workout date needs, in one chunk. Loaded by `date-slot.tsx`. */
export const dateParts = { CompareWeeks, DateCard, DateDialog, PinnedDate };
