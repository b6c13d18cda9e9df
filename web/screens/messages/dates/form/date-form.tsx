import { type FormEvent, useState } from "react";
import { EFFORT_LABELS, EFFORTS } from "#contract/training/sports.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import { removeFromOutbox } from "#web/domains/chat/outbox/outbox.ts";
import { readHabits, rememberHabits } from "#web/domains/training/date-habits.ts";
import { toLocalTime } from "#web/domains/training/date-times.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { getDeviceZone } from "#web/lib/time-zone.ts";
import { isDateChangedError, useDateAct } from "#web/screens/messages/dates/dates.queries.ts";
import { isAdviceDue } from "#web/screens/messages/dates/form/date-advice.ts";
import { LengthField, PlaceField, SportField, TimesField } from "#web/screens/messages/dates/form/date-fields.tsx";
import css from "#web/screens/messages/dates/form/date-form.module.css";
import type { OpenDateForm } from "#web/screens/messages/dates/form/date-form-store.ts";
import {
  createPlan,
  type DatePlan,
  listHours,
  toDetails,
  toPlan,
  validatePlan,
} from "#web/screens/messages/dates/form/date-plan.ts";
import { weekdayOf } from "#web/screens/messages/dates/form/next-part.ts";
import { Button } from "#web/ui/button.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FieldGroup } from "#web/ui/field-group.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { Link } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.tsx";

const FAILED = "That did not work. Please try again.";

interface Props {
  me: string;
  userId: string;
  form: OpenDateForm | undefined;
  onSend: (userId: string, date: DateDetails) => void;
  onClose: () => void;
}

/** Unsent input by conversation or card, while the app is open. */
const drafts = new Map<string, DatePlan>();

const draftKey = (me: string, { userId, card, rejected }: OpenDateForm): string =>
  [me, userId, card?.messageId ?? rejected?.clientId].join(" ");

export function DateDialog({ me, form, onSend, onClose, ...rest }: Props) {
  // Stays set during the closing animation.
  const [shown, setShown] = useState(form);
  if (form && form !== shown) setShown(form);
  const [isBusy, setIsBusy] = useState(false);
  const isAgreed = shown?.card?.date.state === "agreed";
  const newTitle = shown?.rejected ? "Edit your proposal" : "Plan a workout";
  const title = !shown?.card ? newTitle : isAgreed ? "Change this date" : "Suggest something else";
  return (
    <Dialog
      open={form !== undefined}
      onOpenChange={(next) => next || onClose()}
      onClosed={() => setShown(undefined)}
      locked={isBusy}
      title={title}
      description={isAgreed ? "It has to be agreed again." : undefined}
    >
      {shown && (
        <PlanForm
          key={[draftKey(me, shown), shown.at?.day, shown.at?.time].join(" ")}
          {...rest}
          me={me}
          form={shown}
          onBusy={setIsBusy}
          onSend={onSend}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface PlanFormProps extends Omit<Props, "form"> {
  form: OpenDateForm;
  onBusy: (isBusy: boolean) => void;
}

function PlanForm({ me, userId, form: { card, at, rejected }, onBusy, onSend, onClose }: PlanFormProps) {
  const key = draftKey(me, { userId, ...(card && { card }), ...(rejected && { rejected }) });
  const [habits] = useState(readHabits);
  const planned = card?.date ?? rejected?.date;
  // Another plan stays in the time zone of its place.
  const timeZone = planned?.timeZone ?? getDeviceZone();
  const [initial] = useState<DatePlan>(() => {
    const plan = drafts.get(key) ?? (planned ? toPlan(planned, Date.now()) : createPlan(habits.sport));
    return at ? { ...plan, times: [at] } : plan;
  });
  const form = useForm<DatePlan>(initial, (plan) => validatePlan(plan, timeZone, Date.now()));
  const { values, errors, busy } = form;
  const { mutateAsync } = useDateAct({ me, userId, messageId: card?.messageId ?? "" });
  const set = (change: Partial<DatePlan>) => {
    drafts.set(key, { ...values, ...change });
    form.set(change);
  };
  const finish = (details: DateDetails) => {
    drafts.delete(key);
    const days = details.times.map((at) => toLocalTime(Date.parse(at), timeZone));
    const times = days.map(({ day, time }) => ({ weekday: weekdayOf(day), time }));
    rememberHabits(details.sport, details.place, times);
    onClose();
  };
  const submit = form.submit(async (plan) => {
    const details = toDetails(plan, timeZone) as DateDetails;
    if (!card) {
      if (rejected) removeFromOutbox(rejected.clientId);
      onSend(userId, details);
      return finish(details);
    }
    const { version, state } = card.date;
    onBusy(true);
    try {
      await mutateAsync({ kind: state === "agreed" ? "change" : "counter", version, details });
      finish(details);
    } catch (error) {
      if (isDateChangedError(error)) {
        // The draft stays for the card as it is now.
        toast(getErrorMessage(error, FAILED), "error");
        onClose();
      } else form.showErrors(toFormErrors<DatePlan>(error, initial, FAILED));
    } finally {
      onBusy(false);
    }
  });
  const isAdvised = isAdviceDue({ ...values, hours: listHours(values.times, timeZone) });
  return (
    <form className={css.form} onSubmit={(event: FormEvent) => void submit(event)} noValidate>
      <SportField value={values.sport} last={habits.sport} error={errors.sport} onChange={(sport) => set({ sport })} />
      <TimesField
        times={values.times}
        usual={habits.times}
        timeZone={timeZone}
        error={errors.times}
        onChange={(times) => set({ times })}
      />
      <PlaceField form={form} places={habits.places} onChange={(place) => set({ place })} />
      <p role="status" className={css.advice}>
        {isAdvised && (
          <>
            First time? Meet where others train. <Link to="/safety">More about meeting safely</Link>
          </>
        )}
      </p>
      <LengthField value={values.minutes} error={errors.minutes} onChange={(minutes) => set({ minutes })} />
      <FieldGroup label="How hard" hint="Optional" error={errors.effort}>
        <div className={css.chips}>
          {EFFORTS.map((effort) => (
            <PickChip
              key={effort}
              pressed={values.effort === effort}
              onPress={() => set({ effort: values.effort === effort ? undefined : effort })}
            >
              {EFFORT_LABELS[effort]}
            </PickChip>
          ))}
        </div>
      </FieldGroup>
      <FormAlert message={errors.form} />
      <Button type="submit" size="lg" wide busy={busy ? "Sending..." : undefined}>
        {card ? "Send Suggestion" : "Send Proposal"}
      </Button>
    </form>
  );
}
