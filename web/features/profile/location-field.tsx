import { LocateFixed } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { LOCATION_MAX } from "#contract/limits.ts";
import css from "#web/features/profile/editor.module.css";
import { fetchLocationName, fetchLocationOptions, type LocationOption } from "#web/features/profile/profile.queries.ts";
import type { ProfileForm, ProfileValues } from "#web/features/profile/profile-form.ts";
import { ApiError } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { TextInput } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const GEOLOCATION_TIMEOUT_MS = 15_000;
const UNKNOWN_LOCATION_HINT = "We could not place that; distance will not be shown.";

/** Where the device is. */
const getPosition = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      timeout: GEOLOCATION_TIMEOUT_MS,
      maximumAge: 5 * 60_000,
    });
  });

/** A place as text, or where the device is. Text that is edited is all there is to it: the coordinates go. */
export function LocationField({ form }: { form: ProfileForm }) {
  const [finding, setFinding] = useState(false);
  const { location, coordinates } = form.values;
  const { check, unknown, choices } = useLocationLookup({ location, coordinates });
  // What was saved without coordinates was not found then.
  const unplaced = unknown || (!form.isDirty && coordinates === null && location !== "");

  // On some phones a tap on 'Save Profile' leaves the field focused.
  const onSave = useEffectEvent(() => void check());
  useEffect(() => {
    if (form.busy) onSave();
  }, [form.busy]);

  const find = async () => {
    if (!("geolocation" in navigator)) {
      toast("Geolocation is not supported by your browser", "error");
      return;
    }
    setFinding(true);
    try {
      const { latitude, longitude } = (await getPosition()).coords;
      const location = await fetchLocationName(latitude, longitude).catch((cause: unknown) => {
        throw new Error("Could not determine your city. Please enter manually.", { cause });
      });
      form.set({ location, coordinates: [longitude, latitude], locationType: "device" });
    } catch (failure) {
      const words = failure instanceof Error ? failure.message : "Could not get your location. Please enter manually.";
      toast(words, "error");
    } finally {
      setFinding(false);
    }
  };

  return (
    <div>
      <Field label="Location" error={form.errors.location} hint={unplaced ? UNKNOWN_LOCATION_HINT : undefined}>
        {(control) => (
          <TextInput
            {...control}
            {...form.textProps("location")}
            onChange={({ target }) => form.set({ location: target.value, coordinates: null, locationType: "manual" })}
            onBlur={() => void check()}
            maxLength={LOCATION_MAX}
            autoComplete="address-level2"
            placeholder="City or ZIP code"
          />
        )}
      </Field>
      <p role="status" className={typography.hidden}>
        {unknown ? UNKNOWN_LOCATION_HINT : choices.length > 0 ? formatQuestion(choices) : ""}
      </p>
      {choices.length > 0 && (
        <LocationChoices
          choices={choices}
          chosen={location}
          onChoose={({ location, coordinates: { coordinates } }) =>
            form.set({ location, coordinates, locationType: "manual" })
          }
        />
      )}
      <Button
        variant="text"
        className={css.locate}
        icon={<LocateFixed />}
        busy={finding ? "Finding you..." : undefined}
        onClick={() => void find()}
      >
        Use Current Location
      </Button>
    </div>
  );
}

interface Props {
  /** Two or more, the most likely first. */
  choices: readonly LocationOption[];
  chosen: string;
  onChoose: (place: LocationOption) => void;
}

const getTown = ({ location }: LocationOption): string => location.split(",")[0] ?? location;

/** 'Which Springfield?' */
function formatQuestion(choices: readonly LocationOption[]): string {
  const [town = "", ...others] = new Set(choices.map(getTown));
  return others.length > 0 ? "Which place?" : `Which ${town}?`;
}

/** Asks which of several places is meant. Until it is answered it is the first. */
function LocationChoices({ choices, chosen, onChoose }: Props) {
  const isChosen = ({ location }: LocationOption) => location === chosen.trim();
  return (
    <fieldset className={css.choice}>
      <legend>{formatQuestion(choices)}</legend>
      <div className={css.places}>
        {choices.map((place) => (
          <label key={place.location} className={css.place}>
            <input type="radio" name="which-place" checked={isChosen(place)} onChange={() => onChoose(place)} />
            {place.location}
          </label>
        ))}
      </div>
      {!choices.some(isChosen) && <p className={css.hint}>Until you choose, it is {choices[0]?.location}.</p>}
    </fieldset>
  );
}

/** Nobody waits for it, so it may not come late either. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** What was found for a text: nothing, one place, or several to choose from. */
interface LookupResult {
  readonly text: string;
  readonly known: boolean;
  readonly choices: readonly LocationOption[];
}

/**
 * Looks up what a typed place may mean. The server places the text when it is saved, with or without this: here one only
 * learns early that it is not clear, or not known. A failure is nobody's business.
 */
function useLocationLookup({ location, coordinates }: Pick<ProfileValues, "location" | "coordinates">) {
  const [found, setFound] = useState<LookupResult>();
  const asked = useRef("");
  const text = location.trim();
  const mine = found && (found.text === text || found.choices.some((place) => place.location === text));

  const check = async (): Promise<void> => {
    if (text === "" || coordinates || mine || asked.current === text) return;
    asked.current = text;
    const answer = await fetchLocationOptions(text, AbortSignal.timeout(LOOKUP_TIMEOUT_MS)).then(
      (choices) => ({ text, known: true, choices }),
      (error: unknown) =>
        error instanceof ApiError && error.status === 404 ? { text, known: false, choices: [] } : undefined,
    );
    if (asked.current !== text) return;
    asked.current = "";
    setFound(answer);
  };
  return { check, unknown: mine === true && !found.known, choices: mine ? found.choices : [] };
}
