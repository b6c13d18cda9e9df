import { useId, useState } from "react";
import type { TrainingWeek } from "#contract/training/training.ts";
import type { LeveledSport } from "#contract/training/training-form.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { formatFutureTime } from "#web/lib/time-ahead.ts";
import { DeleteWeek } from "#web/screens/profile-editor/training/delete-week.tsx";
import { FillFromFiles } from "#web/screens/profile-editor/training/files/fill-from-files.tsx";
import { LevelsField } from "#web/screens/profile-editor/training/levels-field.tsx";
import { useSaveTraining } from "#web/screens/profile-editor/training/training.queries.ts";
import css from "#web/screens/profile-editor/training/training-form.module.css";
import {
  addParts,
  addSports,
  PRESETS,
  removeParts,
  type TrainingValues,
  toTrainingUpdate,
  toTrainingValues,
  validateTraining,
} from "#web/screens/profile-editor/training/training-values.ts";
import { WeekGrid } from "#web/screens/profile-editor/training/week-grid.tsx";
import { describeShared, describeWeek, isTooWide } from "#web/screens/profile-editor/training/week-texts.ts";
import { Button } from "#web/ui/button.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { CheckChoice } from "#web/ui/choice.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FieldError } from "#web/ui/field.tsx";
import { type Form, invalidGroupProps, useForm } from "#web/ui/form.ts";
import { type FormPartProps, type SaveOutcome, useFormPart } from "#web/ui/form-part.ts";
import { Link } from "#web/ui/link.tsx";
import { useSavedElsewhere } from "#web/ui/saved-elsewhere.ts";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const SAVE_FAILED = "Your week could not be saved. Please try again.";

interface Props {
  week: TrainingWeek | null;
  /** Called after a change that affects others' view. */
  onSaved: () => void;
  asPart: FormPartProps;
}

/** Stored with 'Save my week' or with the profile; whether the week is shared is stored at once. */
export function TrainingForm({ week, onSaved, asPart }: Props) {
  const saved = toTrainingValues(week);
  const form = useForm(saved, validateTraining);
  useSavedElsewhere(form, saved);
  const { values, errors, set } = form;
  const store = useStoreWeek(form, onSaved);
  const element = useFormPart(form, store, asPart);
  const save = form.submit(async (values) => {
    const { isSaved, message } = await store(values);
    toast(message, isSaved ? "done" : "error");
  });

  const fill = (parts: readonly number[], sports: readonly LeveledSport[] = []) =>
    set({ parts: addParts(values.parts, parts), sports: addSports(values.sports, sports) });

  return (
    <form ref={element} onSubmit={save} noValidate className={classNames(css.form, form.busy && css.resting)}>
      <WeekField values={values} error={errors.parts} onFill={fill} onChange={(parts) => set({ parts })} />
      <LevelsField sports={values.sports} onChange={(sports) => set({ sports })} />
      <div>
        <ShareSwitch form={form} week={week} onSaved={onSaved} />
        {!saved.hasAgreed && <Consent form={form} isRenewed={week !== null} />}
      </div>
      {week?.countsFrom && !form.isDirty && (
        <p className={css.note}>Counts in Browse from {formatFutureTime(Date.parse(week.countsFrom), Date.now())}.</p>
      )}
      <div className={css.actions}>
        <Button type="submit" variant="quiet" busy={form.busy ? "Saving..." : undefined}>
          Save my week
        </Button>
        {week && <DeleteWeek onDeleted={() => form.reset(toTrainingValues(null))} onSaved={onSaved} />}
      </div>
    </form>
  );
}

/** After a failure the form keeps the input. */
function useStoreWeek(form: Form<TrainingValues>, onSaved: () => void) {
  const { mutateAsync } = useSaveTraining();
  return async (values: TrainingValues): Promise<SaveOutcome> => {
    try {
      const { week } = await mutateAsync(toTrainingUpdate(values));
      form.reset(toTrainingValues(week));
      onSaved();
      return { isSaved: true, message: "Your week is saved" };
    } catch (error) {
      return { isSaved: false, message: getErrorMessage(error, SAVE_FAILED) };
    }
  };
}

function WeekField({
  values: { parts, sports, isShared },
  error,
  onFill,
  onChange,
}: {
  values: TrainingValues;
  error: string | undefined;
  onFill: (parts: readonly number[], sports?: readonly LeveledSport[]) => void;
  onChange: (parts: number[]) => void;
}) {
  const id = useId();
  return (
    <fieldset className={css.week} aria-labelledby={`${id}label`} {...(error && invalidGroupProps(`${id}error`))}>
      <p id={`${id}label`} className={typography.strong}>
        When do you train?
      </p>
      <p id={`${id}help`} className={css.note}>
        Tap or drag over the times you usually train.
        <span className={typography.hidden}>Arrow keys move, Space marks, Shift with an arrow key marks on.</span>
      </p>
      <div className={css.presets}>
        {PRESETS.map((preset) => {
          const isOn = preset.parts.every((part) => parts.includes(part));
          return (
            <PickChip
              key={preset.label}
              pressed={isOn}
              onPress={() => (isOn ? onChange(removeParts(parts, preset.parts)) : onFill(preset.parts))}
            >
              {preset.label}
            </PickChip>
          );
        })}
        <Button variant="text" onClick={() => onChange([])}>
          Clear
        </Button>
      </div>
      <FillFromFiles onFill={onFill} />
      <WeekGrid parts={parts} onChange={onChange} labelledBy={`${id}label`} describedBy={`${id}help`} />
      {error && <FieldError id={`${id}error`}>{error}</FieldError>}
      <div role="status" className={css.summary}>
        <p className={typography.strong}>{describeWeek(parts) || "No times yet"}</p>
        <p className={css.note}>{isShared ? describeShared(parts, sports) : "Others see nothing of it."}</p>
        {isShared && isTooWide(parts) && (
          <p className={css.note}>
            More than four of the six parts of a week would fit everybody, so these times count as none. Mark when you
            usually train.
          </p>
        )}
      </div>
    </fieldset>
  );
}

const SHARE_HINT =
  "Used to show you people who train when you do, and them you. They see mornings, daytime or evenings, on weekdays or weekends, and your levels; never more. Turned off, it is yours alone, at once.";

/** A change for a stored week is stored at once, without other edits. */
function ShareSwitch({
  form: { values, set },
  week,
  onSaved,
}: {
  form: Form<TrainingValues>;
  week: TrainingWeek | null;
  onSaved: () => void;
}) {
  const { mutate, isPending, variables } = useSaveTraining();
  const change = (isShared: boolean) => {
    const saved = toTrainingValues(week);
    // A week that was agreed to by an earlier text is saved with the consent to the new one.
    if (!week || !saved.hasAgreed) return set({ isShared });
    mutate(toTrainingUpdate({ ...saved, isShared }), {
      onSuccess: onSaved,
      onError: (error) => toast(getErrorMessage(error, SAVE_FAILED), "error"),
    });
  };
  return (
    <Switch
      label="Share my week"
      hint={SHARE_HINT}
      on={isPending ? variables.isShared : values.isShared}
      busy={isPending}
      onChange={change}
    />
  );
}

function Consent({ form, isRenewed }: { form: Form<TrainingValues>; isRenewed: boolean }) {
  const id = useId();
  const error = form.errors.hasAgreed;
  const [isOpen] = useState(isRenewed);
  return (
    <div>
      {isOpen && <p className={css.note}>What you agreed to has changed. Please read it once more.</p>}
      <CheckChoice
        {...form.checkboxProps("hasAgreed")}
        className={css.consent}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
      >
        I agree that Spotter keeps when and how I train, to show me people whose week fits mine, and me to them if I
        share it. If a match and I both ask to compare weeks, we both see up to five times that we share. It can say
        something about my health. I can take this back here at any time, and then it is deleted.{" "}
        <Link to="/privacy#sensitive">More about it</Link>
      </CheckChoice>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
