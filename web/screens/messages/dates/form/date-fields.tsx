import { X } from "lucide-react";
import { useRef, useState } from "react";
import { nameOfZone } from "#contract/format.ts";
import { DATE_MINUTES_MAX, DATE_MINUTES_MIN, DATE_PLACE_MAX, DATE_TIMES_MAX } from "#contract/training/date-rules.ts";
import { SPORT_TEXTS, SPORTS, type Sport } from "#contract/training/sports.ts";
import { WEEKDAYS } from "#contract/training/training-week.ts";
import type { UsualTime } from "#web/domains/training/date-habits.ts";
import { formatClock, formatMinutes, toInstant, toLocalTime } from "#web/domains/training/date-times.ts";
import css from "#web/screens/messages/dates/form/date-form.module.css";
import {
  type DatePlan,
  isSameTime,
  LENGTHS,
  toggleTime,
  withAnotherTime,
  withTime,
} from "#web/screens/messages/dates/form/date-plan.ts";
import { findNextDay, weekdayOf } from "#web/screens/messages/dates/form/next-part.ts";
import { Button } from "#web/ui/button.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { FieldGroup } from "#web/ui/field-group.tsx";
import type { Form } from "#web/ui/form.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { DateInput, TextInput } from "#web/ui/inputs.tsx";

interface SportFieldProps {
  value: Sport | undefined;
  /** Comes first. */
  last: Sport | undefined;
  error: string | undefined;
  onChange: (sport: Sport) => void;
}

export function SportField({ value, last, error, onChange }: SportFieldProps) {
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

export function TimesField({ times, usual, timeZone, error, onChange }: TimesFieldProps) {
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

export function PlaceField({ form, places, onChange }: PlaceFieldProps) {
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

export function LengthField({ value, error, onChange }: LengthFieldProps) {
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
