import { useState } from "react";
import { formatDate } from "#web/lib/format-date.ts";
import css from "#web/screens/settings/privacy/pause-end.module.css";
import { Field } from "#web/ui/field.tsx";
import { DateInput, SelectInput } from "#web/ui/inputs.tsx";

const MONTHS_MAX = 6;

/** The beginning of a day, on this device, so many months and days from today. */
function dayAhead({ months = 0, days = 0 }: { months?: number; days?: number }): Date {
  const today = new Date();
  const first = new Date(today.getFullYear(), today.getMonth() + months, 1);
  const lastDay = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  return new Date(first.getFullYear(), first.getMonth(), Math.min(today.getDate(), lastDay) + days);
}

/** As a date input has it: `YYYY-MM-DD`. */
const dateValue = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

const endsOn = (day: Date): string => formatDate(day.toISOString());

/**
 * When a hidden profile is shown again: at the beginning of a day, on this device.
 * @param until ISO 8601; null if the pause has no end
 */
export function PauseEnd({
  until,
  busy,
  onChange,
}: {
  until: string | null;
  busy: boolean;
  onChange: (until: string | null) => void;
}) {
  const [isChoosing, setChoosing] = useState(false);
  const presets = [
    { value: dayAhead({ days: 7 }).toISOString(), label: `In 1 week, on ${endsOn(dayAhead({ days: 7 }))}` },
    { value: dayAhead({ months: 1 }).toISOString(), label: `In 1 month, on ${endsOn(dayAhead({ months: 1 }))}` },
  ];
  const isPreset = presets.some(({ value }) => value === until);
  const hasDate = isChoosing || (until !== null && !isPreset);
  return (
    <div className={css.end}>
      <Field label="Show it again" className={css.field}>
        {(control) => (
          <SelectInput
            {...control}
            disabled={busy}
            value={hasDate ? "date" : (until ?? "")}
            options={[{ value: "", label: "When I turn this off" }, ...presets, { value: "date", label: "On a date…" }]}
            onChange={({ target: { value } }) => {
              setChoosing(value === "date");
              if (value !== "date") onChange(value === "" ? null : value);
            }}
          />
        )}
      </Field>
      {hasDate && (
        <Field label="Date" className={css.field}>
          {(control) => (
            <DateInput
              {...control}
              disabled={busy}
              defaultValue={until === null ? "" : dateValue(new Date(until))}
              min={dateValue(dayAhead({ days: 1 }))}
              max={dateValue(dayAhead({ months: MONTHS_MAX }))}
              onChange={({ target }) => {
                const [year, month, day] = target.value.split("-").map(Number);
                if (!target.validity.valid || !year || !month || !day) return;
                onChange(new Date(year, month - 1, day).toISOString());
              }}
            />
          )}
        </Field>
      )}
    </div>
  );
}
