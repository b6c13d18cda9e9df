import { CalendarPlus } from "lucide-react";
import { type ComponentProps, useEffect } from "react";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { useStore } from "#web/lib/store.ts";
import type { DateCardProps } from "#web/screens/messages/dates/date-card.tsx";
import css from "#web/screens/messages/dates/date-slot.module.css";
import type { DateDialog } from "#web/screens/messages/dates/form/date-form.tsx";
import { dateForm } from "#web/screens/messages/dates/form/date-form-store.ts";
import type { PinnedDate } from "#web/screens/messages/dates/pinned-date.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const dateParts = lazyModule(() => import("#web/screens/messages/dates/date-parts.ts").then((file) => file.dateParts));

const closeForm = () => dateForm.set(undefined);

export function DateButton({ userId }: { userId: string }) {
  return (
    <IconButton label="Plan a workout" className={css.button} onClick={() => dateForm.set({ userId })}>
      <CalendarPlus />
    </IconButton>
  );
}

/** It is not missed until the page is idle. */
export function CompareSlot(props: { userId: string; username: string; onTell: (line: string) => void }) {
  return <LazyRender as={useLazyModule(dateParts, false, () => undefined)?.CompareWeeks} {...props} />;
}

/**
 * Until the card has loaded, its summary stands in its place, in about its height.
 * @param summary empty for an unsent one
 */
export function DateSlot({ summary, ...props }: DateCardProps & { summary: string }) {
  const parts = useLazyModule(dateParts, true, () => undefined);
  const { state }: Partial<WorkoutDate> = props.date;
  return parts ? (
    <LazyRender as={parts.DateCard} {...props} />
  ) : (
    <p className={css.slot} data-state={state}>
      {summary}
    </p>
  );
}

export function DateForms(props: Pick<ComponentProps<typeof DateDialog>, "me" | "userId" | "onSend">) {
  const form = useStore(dateForm);
  useEffect(() => closeForm, []);
  const parts = useLazyModule(dateParts, form !== undefined, closeForm);
  return <LazyRender as={parts?.DateDialog} {...props} form={form} onClose={closeForm} />;
}

/** Once a conversation has loaded. */
export function DatePin(props: ComponentProps<typeof PinnedDate>) {
  return <LazyRender as={useLazyModule(dateParts, false, closeForm)?.PinnedDate} {...props} />;
}
