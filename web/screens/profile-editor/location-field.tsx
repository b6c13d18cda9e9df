import { LocateFixed } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { MINUTE_MS } from "#contract/durations.ts";
import { LOCATION_MAX } from "#contract/limits.ts";
import type { ProfileForm, ProfileValues } from "#web/domains/members/profile-form.ts";
import { ApiError } from "#web/lib/api.ts";
import css from "#web/screens/profile-editor/editor.module.css";
import {
  fetchLocationName,
  fetchLocationOptions,
  type LocationOption,
} from "#web/screens/profile-editor/profile.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { TextInput } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const GEOLOCATION_TIMEOUT_MS = 15_000;
const UNKNOWN_LOCATION_HINT = "We could not place that; distance will not be shown.";

const getPosition = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      timeout: GEOLOCATION_TIMEOUT_MS,
      maximumAge: 5 * MINUTE_MS,
    });
  });

/** Text or the device's position. Editing the text removes the coordinates. */
export function LocationField({ form, lookup }: { form: ProfileForm; lookup: LocationLookup }) {
  const [isLocating, setIsLocating] = useState(false);
  const { location, coordinates } = form.values;
  const { check, unknown, choices } = lookup;
  /** As others will read it, unless the text was changed meanwhile. */
  const complete = async (input: HTMLInputElement) => {
    const found = await check();
    if (found?.whole && input.value.trim() === found.text)
      form.set({ location: found.whole, coordinates: null, locationType: "manual" });
  };
  // A saved location without coordinates was not found by the server.
  const isUnplaced = unknown || (!form.isDirty && coordinates === null && location !== "");

  // On some phones the field keeps the focus when 'Save Profile' is tapped, so `blur` does not fire.
  const onSave = useEffectEvent(() => void check());
  useEffect(() => {
    if (form.busy) onSave();
  }, [form.busy]);

  const locate = async () => {
    if (!("geolocation" in navigator)) {
      toast("Geolocation is not supported by your browser", "error");
      return;
    }
    setIsLocating(true);
    try {
      const { latitude, longitude } = (await getPosition()).coords;
      const location = await fetchLocationName(latitude, longitude).catch((cause: unknown) => {
        throw new Error("Could not determine your city. Please enter manually.", { cause });
      });
      form.set({ location, coordinates: [longitude, latitude], locationType: "device" });
    } catch (failure) {
      const message =
        failure instanceof Error ? failure.message : "Could not get your location. Please enter manually.";
      toast(message, "error");
    } finally {
      setIsLocating(false);
    }
  };

  return (
    <div>
      <Field label="Location" error={form.errors.location} hint={isUnplaced ? UNKNOWN_LOCATION_HINT : undefined}>
        {(control) => (
          <TextInput
            {...control}
            {...form.textProps("location")}
            onChange={({ target }) => form.set({ location: target.value, coordinates: null, locationType: "manual" })}
            onBlur={({ target }) => void complete(target)}
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
        busy={isLocating ? "Finding you..." : undefined}
        onClick={() => void locate()}
      >
        Use Current Location
      </Button>
    </div>
  );
}

interface Props {
  /** At least two, the most likely first. */
  choices: readonly LocationOption[];
  chosen: string;
  onChoose: (place: LocationOption) => void;
}

const getTown = ({ location }: LocationOption): string => location.split(",")[0] ?? location;

function formatQuestion(choices: readonly LocationOption[]): string {
  const [town = "", ...others] = new Set(choices.map(getTown));
  return others.length > 0 ? "Which place?" : `Which ${town}?`;
}

/** Without a choice, the server uses the first place. */
function LocationChoices({ choices, chosen, onChoose }: Props) {
  const question = useRef<HTMLFieldSetElement>(null);
  // The bars at the lower edge of phones would cover it.
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not.
    question.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const isChosen = ({ location }: LocationOption) => location === chosen.trim();
  return (
    <fieldset ref={question} className={css.choice}>
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

function completeName(text: string, name: string | null): string | undefined {
  const isPart = name?.split(",")[0]?.toLowerCase() === text.toLowerCase();
  return isPart && name !== text ? (name ?? undefined) : undefined;
}

/** Short, because a late result would interrupt the member. */
const LOOKUP_TIMEOUT_MS = 5_000;

/** No place, one place, or several to choose from. */
interface LookupResult {
  readonly text: string;
  readonly known: boolean;
  /** 'Austin, TX' for 'austin', if there is one such town. */
  readonly whole: string | undefined;
  readonly choices: readonly LocationOption[];
}

/** Only warns early of an unknown or ambiguous place: the server looks it up again on saving. Failures are ignored. */
export function useLocationLookup({ location, coordinates }: Pick<ProfileValues, "location" | "coordinates">) {
  const [lookup, setLookup] = useState<LookupResult>();
  const running = useRef<{ readonly text: string; readonly result: Promise<LookupResult | undefined> }>(undefined);
  const text = location.trim();
  const isCurrent = lookup && (lookup.text === text || lookup.choices.some((place) => place.location === text));

  const request = async (): Promise<LookupResult | undefined> => {
    const result = await fetchLocationOptions(text, AbortSignal.timeout(LOOKUP_TIMEOUT_MS)).then(
      ({ name, choices }) => ({ text, known: true, whole: completeName(text, name), choices }),
      (error: unknown) =>
        error instanceof ApiError && error.status === 404
          ? { text, known: false, whole: undefined, choices: [] }
          : undefined,
    );
    if (running.current?.text === text) {
      running.current = undefined;
      setLookup(result);
    }
    return result;
  };
  /** @returns undefined if there is nothing to look up, or no result */
  const check = async (): Promise<LookupResult | undefined> => {
    if (text === "" || coordinates || isCurrent) return undefined;
    if (running.current?.text !== text) running.current = { text, result: request() };
    return running.current?.result;
  };
  return { check, unknown: isCurrent === true && !lookup.known, choices: isCurrent ? lookup.choices : [] };
}

type LocationLookup = ReturnType<typeof useLocationLookup>;
