import { LocateFixed } from "lucide-react";
import { useState } from "react";
import { LOCATION_MAX } from "#contract/limits.ts";
import css from "#web/features/profile/editor.module.css";
import { nameOfPlace } from "#web/features/profile/profile.api.ts";
import { edited, type ProfileFormApi } from "#web/features/profile/profile-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { TextInput } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";

const LONGEST_WAIT_MS = 15_000;

/** Where the device is. */
const locate = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      timeout: LONGEST_WAIT_MS,
      maximumAge: 5 * 60_000,
    });
  });

/** A place as text, or where the device is. Text that is edited is all there is to it: the coordinates go. */
export function LocationField({ form }: { form: ProfileFormApi }) {
  const [finding, setFinding] = useState(false);
  const error = form.formState.errors.location?.message;

  const typed = () => {
    form.setValue("coordinates", null, { shouldDirty: true });
    form.setValue("locationType", "manual", { shouldDirty: true });
  };

  const find = async () => {
    if (!("geolocation" in navigator)) {
      toast("Geolocation is not supported by your browser", "error");
      return;
    }
    setFinding(true);
    try {
      const { latitude, longitude } = (await locate()).coords;
      const location = await nameOfPlace(latitude, longitude).catch((cause: unknown) => {
        throw new Error("Could not determine your city. Please enter manually.", { cause });
      });
      form.setValue("location", location, { shouldDirty: true });
      form.clearErrors("location");
      form.setValue("coordinates", [longitude, latitude], { shouldDirty: true });
      form.setValue("locationType", "device", { shouldDirty: true });
    } catch (failure) {
      const words = failure instanceof Error ? failure.message : "Could not get your location. Please enter manually.";
      toast(words, "error");
    } finally {
      setFinding(false);
    }
  };

  return (
    <div>
      <Field label="Location" error={error}>
        {(control) => (
          <TextInput
            {...control}
            {...edited(form, "location", typed)}
            maxLength={LOCATION_MAX}
            autoComplete="address-level2"
            placeholder="City or ZIP code"
          />
        )}
      </Field>
      <Button
        look="text"
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
