import { LocateFixed } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { LOCATION_MAX } from "#contract/limits.ts";
import css from "#web/features/profile/editor.module.css";
import { formatQuestion, LocationChoices } from "#web/features/profile/location-choices.tsx";
import { fetchLocationName } from "#web/features/profile/profile.queries.ts";
import type { ProfileForm } from "#web/features/profile/profile-form.ts";
import { useLocationLookup } from "#web/features/profile/use-location-lookup.ts";
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
