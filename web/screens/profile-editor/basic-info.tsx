import { Lock } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { AGE_MAX, AGE_MIN } from "#contract/limits.ts";
import { BODY_TYPES, GENDERS, HEIGHTS, LOOKING_FOR } from "#contract/members/catalog.ts";
import type { OwnProfile } from "#contract/members/profiles.ts";
import {
  describeChangeLimits,
  isChangeLocked,
  NO_GENDER_HINT,
  type ProfileForm,
} from "#web/domains/members/profile-form.ts";
import { formatHeight } from "#web/lib/format-units.ts";
import { useUnits } from "#web/lib/units.ts";
import { useNow } from "#web/lib/use-now.ts";
import css from "#web/screens/profile-editor/editor.module.css";
import { LocationField, useLocationLookup } from "#web/screens/profile-editor/location-field.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { SelectInput, TextInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

type SelectName = "gender" | "height" | "bodyType" | "lookingFor";

export function BasicInfo({ form, own }: { form: ProfileForm; own: OwnProfile }) {
  const { errors } = form;
  const units = useUnits();
  const heightOptions = HEIGHTS.map((value) => ({ value, label: formatHeight(value, units) }));
  const changesId = useId();
  const lookup = useLocationLookup(form.values);
  const gender = useGenderTarget();
  const changes = describeChangeLimits(own, useNow());
  /** The note about the limits below age and gender describes both fields. */
  const withLimitNote = (describedBy: string | undefined) =>
    [describedBy, changes.length > 0 && changesId].filter(Boolean).join(" ") || undefined;
  const select = (name: SelectName, label: string, options: Parameters<typeof SelectInput>[0]["options"]) => (
    <Field
      label={label}
      error={errors[name]}
      hint={name === "gender" && form.values.gender === "" ? NO_GENDER_HINT : undefined}
    >
      {(control) => (
        <SelectInput
          {...control}
          {...form.textProps(name)}
          options={options}
          placeholder="Choose"
          {...(name === "gender" && {
            ref: gender,
            disabled: isChangeLocked(own, name),
            "aria-describedby": withLimitNote(control["aria-describedby"]),
          })}
        />
      )}
    </Field>
  );
  return (
    <section aria-labelledby="basic-info">
      <h2 id="basic-info" tabIndex={-1} className={classNames(css.heading, typography.display, typography.d20)}>
        Basic info
      </h2>
      <div className={css.fields}>
        <Field label="Username" hint="Username cannot be changed">
          {(control) => (
            <span className={css.locked}>
              <TextInput {...control} value={own.username} readOnly />
              <Lock aria-hidden="true" />
            </span>
          )}
        </Field>
        <div>
          <div className={css.two}>
            <Field label="Age" error={errors.age}>
              {(control) => (
                <TextInput
                  {...control}
                  {...form.textProps("age")}
                  readOnly={isChangeLocked(own, "age")}
                  aria-describedby={withLimitNote(control["aria-describedby"])}
                  type="number"
                  inputMode="numeric"
                  min={AGE_MIN}
                  max={AGE_MAX}
                  className={css.age}
                />
              )}
            </Field>
            {select("gender", "Gender", GENDERS)}
          </div>
          {changes.length > 0 && (
            <p id={changesId} className={css.changes}>
              {changes.join(" ")}
            </p>
          )}
        </div>
        <div className={css.two}>
          {select("height", "Height", heightOptions)}
          {select("bodyType", "Body type", BODY_TYPES)}
        </div>
        <LocationField form={form} lookup={lookup} />
        {select("lookingFor", "Looking for", LOOKING_FOR)}
      </div>
    </section>
  );
}

/** For `#gender` in the URL. */
function useGenderTarget() {
  const field = useRef<HTMLSelectElement>(null);
  const { hash, key } = useLocation();
  const visit = hash === "#gender" ? key : undefined;
  useEffect(() => {
    if (visit !== undefined) field.current?.focus();
  }, [visit]);
  return field;
}
