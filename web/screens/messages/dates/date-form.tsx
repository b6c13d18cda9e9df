import { X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { nameOfZone } from "#contract/format.ts";
import { DATE_MINUTES_MAX, DATE_MINUTES_MIN, DATE_PLACE_MAX, DATE_TIMES_MAX } from "#contract/training/date-rules.ts";
import { EFFORT_LABELS, EFFORTS, SPORT_TEXTS, SPORTS, type Sport } from "#contract/training/sports.ts";
import { WEEKDAYS } from "#contract/training/training-week.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import { removeFromOutbox } from "#web/domains/chat/outbox/outbox.ts";
import { readHabits, rememberHabits, type UsualTime } from "#web/domains/training/date-habits.ts";
import { formatClock, formatMinutes, toInstant, toLocalTime } from "#web/domains/training/date-times.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { getDeviceZone } from "#web/lib/time-zone.ts";
import { isAdviceDue } from "#web/screens/messages/dates/date-advice.ts";
import css from "#web/screens/messages/dates/date-form.module.css";
import type { OpenDateForm } from "#web/screens/messages/dates/date-form-store.ts";
import {
  createPlan,
  type DatePlan,
  isSameTime,
  LENGTHS,
  listHours,
  toDetails,
  toggleTime,
  toPlan,
  validatePlan,
  withAnotherTime,
  withTime,
} from "#web/screens/messages/dates/date-plan.ts";
import { isDateChangedError, useDateAct } from "#web/screens/messages/dates/dates.queries.ts";
import { findNextDay, weekdayOf } from "#web/screens/messages/dates/next-part.ts";
import { Button } from "#web/ui/button.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FieldGroup } from "#web/ui/field-group.tsx";
import { type Form, useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { DateInput, TextInput } from "#web/ui/inputs.tsx";
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

interface SportFieldProps {
  value: Sport | undefined;
  /** Comes first. */
  last: Sport | undefined;
  error: string | undefined;
  onChange: (sport: Sport) => void;
}

function SportField({ value, last, error, onChange }: SportFieldProps) {
  const sports = last ? [last, ...SPORTS.filter((sport) => sport !== last)] : SPORTS;
  return (
    <FieldGroup label="Workout" error={error}>
      <div className={css.chips}>
        {sports.map((sport) => (
          <PickChip key={sport} pressed={value === sport} onPress={() => onChange(sport)}>
            {SPORT_TEXTS[sport].label}
          </PickChip>
        ))}
      </div>
    </FieldGroup>
  );
}

interface TimesFieldProps {
  times: DatePlan["times"];
  usual: readonly UsualTime[];
  timeZone: string;
  error: string | undefined;
  onChange: (times: DatePlan["times"]) => void;
}

function TimesField({ times, usual, timeZone, error, onChange }: TimesFieldProps) {
  const rows = useRef<HTMLDivElement>(null);
  const now = Date.now();
  const zone = `In ${nameOfZone(timeZone, "longGeneric", now)}`;
  const hint = times.length > 1 ? `Any of these. ${zone}.` : `${zone}.`;
  const remove = (index: number) => {
    rows.current?.querySelector("input")?.focus();
    onChange(times.filter((_, i) => i !== index));
  };
  return (
    <FieldGroup label="When" hint={hint} error={error}>
      <div ref={rows} className={css.times}>
        {usual.length > 0 && (
          <UsualTimes
            next={usual.map(({ weekday, time }) => findNextDay(weekday, time, timeZone, now))}
            times={times}
            timeZone={timeZone}
            onChange={onChange}
          />
        )}
        {times.map(({ day, time }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
          <div key={i} className={css.time}>
            <DateInput
              aria-label={i === 0 ? "Day" : `Day ${i + 1}`}
              value={day}
              min={toLocalTime(now, timeZone).day}
              aria-invalid={error && day === "" ? true : undefined}
              onChange={({ target }) => onChange(withTime(times, i, { day: target.value }))}
            />
            <TextInput
              type="time"
              aria-label={i === 0 ? "Time" : `Time ${i + 1}`}
              value={time}
              aria-invalid={error && time === "" ? true : undefined}
              onChange={({ target }) => onChange(withTime(times, i, { time: target.value }))}
            />
            {times.length > 1 && (
              <IconButton label={`Remove time ${i + 1}`} onClick={() => remove(i)}>
                <X />
              </IconButton>
            )}
          </div>
        ))}
        {times.length < DATE_TIMES_MAX && (
          <Button variant="quiet" onClick={() => onChange(withAnotherTime(times))}>
            Add another time
          </Button>
        )}
      </div>
    </FieldGroup>
  );
}

interface UsualTimesProps extends Omit<TimesFieldProps, "usual" | "error"> {
  next: DatePlan["times"];
}

function UsualTimes({ next, times, timeZone, onChange }: UsualTimesProps) {
  return (
    <fieldset className={css.chips} aria-label="Times you planned before">
      {next
        .map((one) => ({ one, at: toInstant(one, timeZone) }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one, at }) => (
          <PickChip
            key={at}
            pressed={times.some((other) => isSameTime(one, other))}
            onPress={() => onChange(toggleTime(times, one))}
          >
            {`${WEEKDAYS[weekdayOf(one.day)]?.slice(0, 3)} ${formatClock(at, timeZone)}`}
          </PickChip>
        ))}
    </fieldset>
  );
}

interface PlaceFieldProps {
  form: Form<DatePlan>;
  places: readonly string[];
  onChange: (place: string) => void;
}

function PlaceField({ form, places, onChange }: PlaceFieldProps) {
  const { place } = form.values;
  const others = places.filter((one) => one !== place);
  return (
    <div className={css.place}>
      <Field label="Where" error={form.errors.place}>
        {(control) => (
          <TextInput
            {...control}
            name="place"
            value={place}
            maxLength={DATE_PLACE_MAX}
            autoComplete="off"
            placeholder="A gym, a park, a track"
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      {others.length > 0 && (
        <fieldset className={css.chips} aria-label="Places you planned before">
          {others.map((one) => (
            <PickChip key={one} className={css.suggestion} pressed={false} onPress={() => onChange(one)}>
              {one}
            </PickChip>
          ))}
        </fieldset>
      )}
    </div>
  );
}

interface LengthFieldProps {
  value: string;
  error: string | undefined;
  onChange: (minutes: string) => void;
}

function LengthField({ value, error, onChange }: LengthFieldProps) {
  const isListed = LENGTHS.some((one) => one === value);
  const [isOther, setIsOther] = useState(!isListed);
  const choose = (minutes: string) => {
    setIsOther(false);
    onChange(minutes);
  };
  return (
    <FieldGroup label="How long" error={error}>
      <div className={css.chips}>
        {LENGTHS.map((one) => (
          <PickChip key={one} pressed={!isOther && value === one} onPress={() => choose(one)}>
            {formatMinutes(Number(one))}
          </PickChip>
        ))}
        <PickChip pressed={isOther} onPress={() => setIsOther(true)}>
          Other
        </PickChip>
        {isOther && (
          <TextInput
            type="number"
            inputMode="numeric"
            className={css.minutes}
            aria-label="Minutes"
            aria-invalid={error ? true : undefined}
            min={DATE_MINUTES_MIN}
            max={DATE_MINUTES_MAX}
            step={5}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </div>
    </FieldGroup>
  );
}
