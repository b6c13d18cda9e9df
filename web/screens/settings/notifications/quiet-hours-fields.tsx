import { HOUR_MS } from "#contract/durations.ts";
import { nameOfZone, timeFormat } from "#contract/format.ts";
import type { QuietHours } from "#contract/notifications/quiet-hours.ts";
import { onFirstUse } from "#contract/on-first-use.ts";
import { getDeviceZone } from "#web/lib/time-zone.ts";
import css from "#web/screens/settings/notifications/quiet-hours-fields.module.css";
import { Button } from "#web/ui/button.tsx";
import { Field, FieldError } from "#web/ui/field.tsx";
import { SelectInput } from "#web/ui/inputs.tsx";
import { Switch } from "#web/ui/switch.tsx";

const formatHour = timeFormat({ hour: "numeric", timeZone: "UTC" });
const hours = onFirstUse(() =>
  Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour * HOUR_MS) })),
);

export const QUIET_LABEL = "Quiet hours";
export const QUIET_HINT =
  "Nothing is pushed or mailed. What still matters comes when they end; “Back safe?” does not wait";

/** Turns quiet hours on and off, and sets them. A change takes over the time zone of this device. */
export function QuietHoursFields({
  value,
  error,
  busy,
  onChange,
}: {
  value: QuietHours | null;
  error: string | undefined;
  busy: boolean;
  onChange: (value: QuietHours | null) => void;
}) {
  const timeZone = getDeviceZone();
  return (
    <>
      <Switch
        label={QUIET_LABEL}
        hint={QUIET_HINT}
        on={value !== null}
        busy={busy}
        onChange={(on) => onChange(on ? { from: 22, until: 7, timeZone } : null)}
      />
      {value && (
        <fieldset className={css.hours} disabled={busy}>
          <legend className={css.legend}>Each day, in {nameOfZone(value.timeZone, "longGeneric", Date.now())}</legend>
          {(["from", "until"] as const).map((end) => (
            <Field key={end} label={end === "from" ? "From" : "Until"} className={css.hour}>
              {(control) => (
                <SelectInput
                  {...control}
                  options={hours()}
                  value={String(value[end])}
                  aria-invalid={(error !== undefined && end === "until") || undefined}
                  onChange={({ target }) => onChange({ ...value, [end]: Number(target.value), timeZone })}
                />
              )}
            </Field>
          ))}
          {value.timeZone !== timeZone && (
            <Button variant="line" onClick={() => onChange({ ...value, timeZone })}>
              Use the clock here
            </Button>
          )}
          {error !== undefined && <FieldError>{error}</FieldError>}
        </fieldset>
      )}
    </>
  );
}
