import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import { type Filters, filtersUpdate } from "#contract/discovery/filter-form.ts";
import { DISTANCE_MAX, DISTANCE_MIN, FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";
import { HEIGHTS, LOOKING_FOR, SHOW_ME_CHOICES, SHOW_ME_CONSENT_VERSION } from "#contract/members/catalog.ts";
import { formatAgeRange, formatPeople, formatSpokenAge, SORT_LABELS } from "#web/domains/discovery/filter-labels.ts";
import {
  ChoiceChips,
  InterestChoices,
  SharedTimesSwitch,
  SortChoices,
} from "#web/domains/discovery/preference-fields.tsx";
import { usePeopleCount, useSaveFilters } from "#web/domains/discovery/preferences.queries.ts";
import css from "#web/domains/discovery/preferences-form.module.css";
import { ShowMeConsent } from "#web/domains/members/show-me-consent.tsx";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { formatDistance, formatHeight } from "#web/lib/format-units.ts";
import { useUnits } from "#web/lib/units.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { FieldGroup } from "#web/ui/field-group.tsx";
import { type FormErrors, useForm } from "#web/ui/form.ts";
import { type FormPartProps, type SaveOutcome, useFormPart } from "#web/ui/form-part.ts";
import { SelectInput } from "#web/ui/inputs.tsx";
import { useSavedElsewhere } from "#web/ui/saved-elsewhere.ts";
import { Slider } from "#web/ui/slider.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const DISTANCE_STEP = 5;

const validateFilters = (filters: Filters): FormErrors<Filters> => validateForm(filtersUpdate, filters);

interface Props {
  filters: Filters;
  /**
   * `sheet`: over Browse, with its order. The buttons stay at the lower edge, and the label of saving has the number of
   * people.
   */
  variant: "panel" | "sheet";
  onSaved: () => void;
  /** Saved by the screen with the rest. */
  asPart?: FormPartProps;
}

export function PreferencesForm({ filters, variant, onSaved, asPart }: Props) {
  const form = useForm(filters, validateFilters);
  useSavedElsewhere(form, filters);
  const { values, errors, set } = form;
  const units = useUnits();
  const store = useStoreFilters(form, onSaved);
  const element = useFormPart(form, store, asPart);
  const save = form.submit(async (values) => {
    const { isSaved, message } = await store(values);
    toast(message, isSaved ? "done" : "error");
  });
  const isCounted = variant === "sheet" && Object.keys(validateFilters(values)).length === 0;
  const count = usePeopleCount(isCounted ? values : undefined);
  const dirty = form.isDirty && !form.busy;

  const height = (name: "heightMin" | "heightMax", label: string) => (
    <Field label={label} error={errors[name]}>
      {(control) => (
        <SelectInput
          {...control}
          options={HEIGHTS.map((value) => ({ value, label: formatHeight(value, units) }))}
          placeholder="Any"
          value={values[name] ?? ""}
          onChange={({ target }) => set({ [name]: target.value || null }, ["heightMin", "heightMax"])}
        />
      )}
    </Field>
  );

  return (
    <form ref={element} className={classNames(css.form, css[variant])} onSubmit={save} noValidate>
      <div className={classNames(css.parts, form.busy && css.resting)}>
        {variant === "sheet" && (
          <FieldGroup label="Sort by" hint={SORT_LABELS[values.sort].hint} error={errors.sort}>
            <SortChoices chosen={values.sort} onChange={(sort) => set({ sort })} />
          </FieldGroup>
        )}
        <FieldGroup label="Age range" aside={formatAgeRange(values)} error={errors.ageMin ?? errors.ageMax}>
          <Slider
            values={[values.ageMin, values.ageMax]}
            labels={["Lowest age", "Highest age"]}
            min={FILTER_AGE_MIN}
            max={FILTER_AGE_MAX}
            formatValue={formatSpokenAge}
            invalid={(errors.ageMin ?? errors.ageMax) !== undefined}
            onChange={([ageMin = values.ageMin, ageMax = values.ageMax]) => set({ ageMin, ageMax })}
          />
        </FieldGroup>
        <FieldGroup label="Max distance" aside={formatDistance(values.distance, units)} error={errors.distance}>
          <Slider
            values={[values.distance]}
            labels={["Max distance"]}
            min={DISTANCE_MIN}
            max={DISTANCE_MAX}
            step={DISTANCE_STEP}
            formatValue={(miles) => formatDistance(miles, units)}
            invalid={errors.distance !== undefined}
            onChange={([distance = values.distance]) => set({ distance })}
          />
        </FieldGroup>
        <FieldGroup
          label="Show Me"
          hint={values.gender.length === 0 ? "Please select at least one option" : undefined}
          error={errors.gender}
        >
          <ChoiceChips single list={SHOW_ME_CHOICES} chosen={values.gender} onChange={(gender) => set({ gender })} />
          <ShowMeConsent />
        </FieldGroup>
        <FieldGroup label="Looking For" error={errors.lookingFor}>
          <ChoiceChips list={LOOKING_FOR} chosen={values.lookingFor} onChange={(lookingFor) => set({ lookingFor })} />
        </FieldGroup>
        <FieldGroup label="Height range" aside="Optional">
          <div className={css.two}>
            {height("heightMin", "Shortest")}
            {height("heightMax", "Tallest")}
          </div>
        </FieldGroup>
        <FieldGroup label="Interests" error={errors.interests}>
          <InterestChoices chosen={values.interests} onChange={(interests) => set({ interests })} />
        </FieldGroup>
        <div className={css.switches}>
          <SharedTimesSwitch on={values.sharedTimesOnly} onChange={(sharedTimesOnly) => set({ sharedTimesOnly })} />
          <Switch
            label="Verified only"
            hint="People whose live selfie we compared with their main photo"
            on={values.verifiedOnly}
            onChange={(verifiedOnly) => set({ verifiedOnly })}
          />
        </div>
      </div>
      <div className={css.actions}>
        {count === 0 && <p className={css.none}>{NO_ONE}</p>}
        <Button
          type="submit"
          variant={variant === "sheet" ? "solid" : "quiet"}
          size={variant === "sheet" ? "lg" : "md"}
          busy={form.busy ? "Saving..." : undefined}
        >
          {variant === "sheet" ? formatSubmit(count) : "Save Preferences"}
        </Button>
        <Button
          variant="text"
          size={variant === "sheet" ? "lg" : "md"}
          disabled={form.busy}
          onClick={() => set(variant === "sheet" ? DEFAULT_FILTERS : { ...DEFAULT_FILTERS, sort: values.sort })}
        >
          Reset to Defaults
        </Button>
      </div>
      <p role="status" className={typography.hidden}>
        {dirty && "Not saved yet"}
      </p>
      <p role="status" className={typography.hidden}>
        {dirty && count !== undefined && (count === 0 ? NO_ONE : formatPeople(count))}
      </p>
    </form>
  );
}

const NO_ONE = "No one yet: widen a little";

/** @param count undefined while it is not known */
function formatSubmit(count: number | undefined): string {
  if (count === undefined) return "Show people";
  return count === 0 ? "Save anyway" : `Show ${formatPeople(count)}`;
}

/** Errors are shown under their fields. */
function useStoreFilters(form: ReturnType<typeof useForm<Filters>>, onSaved: () => void) {
  const { mutateAsync } = useSaveFilters();
  return async (values: Filters): Promise<SaveOutcome> => {
    try {
      const { filters, message } = await mutateAsync({ ...values, showMeConsent: SHOW_ME_CONSENT_VERSION });
      form.reset(filters);
      onSaved();
      return { isSaved: true, message: message || "Preferences saved" };
    } catch (error) {
      if (error instanceof ApiError) form.showErrors(error.errors);
      return {
        isSaved: false,
        message: getErrorMessage(error, "Failed to save preferences", "Failed to save preferences"),
      };
    }
  };
}
