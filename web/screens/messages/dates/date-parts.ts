import { CompareWeeks } from "#web/features/dates/compare-weeks.tsx";
import { DateCard } from "#web/features/dates/date-card.tsx";
import { DateDialog } from "#web/features/dates/date-form.tsx";
import { PinnedDate } from "#web/features/dates/pinned-date.tsx";

/** In one chunk, for conversations with a workout date. Loaded by `date-slot.tsx`. */
export const dateParts = { CompareWeeks, DateCard, DateDialog, PinnedDate };
