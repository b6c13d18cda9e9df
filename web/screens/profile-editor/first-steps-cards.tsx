import { ImagePlus } from "lucide-react";
import { type ChangeEvent, type FormEvent, type ReactNode, useRef } from "react";
import { INTERESTS_MAX, INTERESTS_MIN } from "#contract/limits.ts";
import { GENDERS, INTERESTS, SHOW_ME_CHOICES, SHOW_ME_CONSENT_VERSION } from "#contract/members/catalog.ts";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { useFilters, useSaveFilters } from "#web/domains/discovery/preferences.queries.ts";
import {
  NO_GENDER_HINT,
  type ProfileValues,
  toFormValues,
  toLocationChange,
} from "#web/domains/members/profile-form.ts";
import { ShowMeConsent } from "#web/domains/members/show-me-consent.tsx";
import { getErrorMessage } from "#web/lib/api.ts";
import css from "#web/screens/profile-editor/first-steps-panel.module.css";
import { InterestChips } from "#web/screens/profile-editor/interests-field.tsx";
import { LocationField, useLocationLookup } from "#web/screens/profile-editor/location-field.tsx";
import { PHOTO_HINT } from "#web/screens/profile-editor/photos/photo-grid.tsx";
import { getPhotoAccept, validatePhotoFiles } from "#web/screens/profile-editor/photos/photo-validation.ts";
import { useAddPhotos } from "#web/screens/profile-editor/photos/photos.queries.ts";
import { useChangeProfile } from "#web/screens/profile-editor/profile.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { FieldGroup } from "#web/ui/field-group.tsx";
import { useForm } from "#web/ui/form.ts";
import { Progress } from "#web/ui/progress.tsx";
import { toast } from "#web/ui/toast.tsx";

export interface StepProps {
  own: OwnProfile;
  onUsed: () => void;
  onSaved: () => void;
  onSkip: () => void;
}

/** Shows a toast if the answer cannot be saved. */
const saveAnswer = async ({ onUsed, onSaved }: StepProps, send: () => Promise<unknown>): Promise<void> => {
  onUsed();
  try {
    await send();
    onSaved();
  } catch (error) {
    toast(getErrorMessage(error, "Failed to save profile"), "error");
  }
};

interface CardProps {
  busy: boolean;
  onSubmit: (event: FormEvent) => Promise<void>;
  onSkip: () => void;
  children: ReactNode;
}

function Card({ busy, onSubmit, onSkip, children }: CardProps) {
  return (
    <form className={css.answer} onSubmit={onSubmit} noValidate>
      {children}
      <div className={css.actions}>
        <Button type="submit" size="lg" busy={busy ? "Saving..." : undefined}>
          Continue
        </Button>
        <Button variant="text" size="lg" disabled={busy} onClick={onSkip}>
          Skip
        </Button>
      </div>
    </form>
  );
}

interface ChoiceProps {
  label: string;
  list: readonly string[];
  chosen: string;
  hint?: string | undefined;
  error?: string | undefined;
  onChange: (chosen: string) => void;
  children?: ReactNode;
}

const Choice = ({ label, list, chosen, hint, error, onChange, children }: ChoiceProps) => (
  <FieldGroup label={label} hint={hint} error={error}>
    <div className={css.chips}>
      {list.map((one) => (
        <PickChip key={one} pressed={one === chosen} onPress={() => onChange(one === chosen ? "" : one)}>
          {one}
        </PickChip>
      ))}
    </div>
    {children}
  </FieldGroup>
);

/** An answer to one of the two is enough to continue. An open gender counts as skipped. */
export function GenderCard(props: StepProps) {
  const { data: filters } = useFilters();
  const saved = filters?.gender[0] ?? "";
  const saveFilters = useSaveFilters();
  const change = useChangeProfile();
  const form = useForm({ gender: "", showMe: undefined as string | undefined }, ({ gender, showMe = saved }) =>
    gender === "" && showMe === saved ? { gender: "Choose one, or skip this question." } : {},
  );
  const { gender, showMe = saved } = form.values;
  const save = form.submit(() =>
    saveAnswer(props, async () => {
      if (showMe !== saved)
        await saveFilters.mutateAsync({
          gender: showMe === "" ? [] : [showMe],
          showMeConsent: SHOW_ME_CONSENT_VERSION,
        });
      if (gender === "") props.onSkip();
      else await change.mutateAsync({ gender });
    }),
  );
  return (
    <Card busy={form.busy} onSubmit={save} onSkip={props.onSkip}>
      <Choice
        label="I am"
        list={GENDERS}
        chosen={gender}
        hint={gender === "" ? NO_GENDER_HINT : undefined}
        error={form.errors.gender}
        onChange={(chosen) => form.set({ gender: chosen })}
      />
      <Choice
        label="Show me"
        list={SHOW_ME_CHOICES}
        chosen={showMe}
        onChange={(chosen) => form.set({ showMe: chosen }, ["gender"])}
      >
        <ShowMeConsent />
      </Choice>
    </Card>
  );
}

const validateLocation = ({ location }: ProfileValues) =>
  location.trim() === "" ? { location: "Enter a city or ZIP code, or skip this question." } : {};

export function LocationCard(props: StepProps) {
  const change = useChangeProfile();
  const form = useForm(toFormValues(props.own), validateLocation);
  const lookup = useLocationLookup(form.values);
  const wasWarned = lookup.unknown || lookup.choices.length > 0;
  const save = form.submit(async (values) => {
    // An unknown or ambiguous place is shown first, and can then be saved all the same.
    const found = wasWarned ? undefined : await lookup.check();
    if (found && (!found.known || found.choices.length > 0)) return;
    const location = found?.whole ?? values.location;
    await saveAnswer(props, () => change.mutateAsync(toLocationChange({ ...values, location })));
  });
  return (
    <Card busy={form.busy} onSubmit={save} onSkip={props.onSkip}>
      <LocationField form={form} lookup={lookup} />
    </Card>
  );
}

export function PhotoCard({ onUsed, onSkip }: StepProps) {
  const input = useRef<HTMLInputElement>(null);
  const add = useAddPhotos();
  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])];
    // Allows the same file to be selected again after an error.
    target.value = "";
    if (chosen.length === 0) return;
    const problem = validatePhotoFiles(chosen, 0);
    if (problem) return toast(problem, "error");
    onUsed();
    add.mutate(chosen);
  };
  return (
    <div className={css.answer}>
      <input ref={input} type="file" accept={getPhotoAccept(navigator)} hidden onChange={handleFile} />
      <p role="status" className={css.hint}>
        {add.isPending ? "Uploading your photo..." : PHOTO_HINT}
      </p>
      {add.isPending && <Progress label="Uploading your photo" share={add.share} />}
      <div className={css.actions}>
        <Button
          size="lg"
          icon={<ImagePlus />}
          busy={add.isPending ? "Uploading..." : undefined}
          onClick={() => input.current?.click()}
        >
          Choose a photo
        </Button>
        <Button variant="text" size="lg" disabled={add.isPending} onClick={onSkip}>
          Skip
        </Button>
      </div>
    </div>
  );
}

export function InterestsCard(props: StepProps) {
  const change = useChangeProfile();
  const form = useForm({ interests: props.own.profile.interests }, ({ interests }) =>
    interests.length < INTERESTS_MIN ? { interests: `Pick ${INTERESTS_MIN}, or skip this question.` } : {},
  );
  const { interests } = form.values;
  const save = form.submit(() =>
    saveAnswer(props, () => change.mutateAsync({ interests: INTERESTS.filter((one) => interests.includes(one)) })),
  );
  return (
    <Card busy={form.busy} onSubmit={save} onSkip={props.onSkip}>
      <FieldGroup label="Interests" aside={`${interests.length} of ${INTERESTS_MAX}`} error={form.errors.interests}>
        <div className={css.chips}>
          <InterestChips chosen={interests} onChange={(chosen) => form.set({ interests: chosen })} />
        </div>
      </FieldGroup>
    </Card>
  );
}
