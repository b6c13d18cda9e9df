import type { RefObject } from "react";
import {
  type ProfileForm,
  type ProfileValues,
  pickFieldErrors,
  toFormValues,
  toProfileChange,
} from "#web/domains/members/profile-form.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";
import { loadOptional } from "#web/lib/stale-chunks.ts";
import { useChangeProfile } from "#web/screens/profile-editor/profile.queries.ts";
import type { FormErrors } from "#web/ui/form.ts";
import { describeOutcomes, type FormPart, type NamedOutcome, type SaveOutcome } from "#web/ui/form-part.ts";
import { lazyModule } from "#web/ui/lazy-module.ts";
import { Link } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.tsx";

const validation = lazyModule(() => import("#web/screens/profile-editor/profile-validation.ts"));

/** If the validation cannot be loaded, the server validates. */
export const validate = async (values: ProfileValues): Promise<FormErrors<ProfileValues>> =>
  (await loadOptional(validation.load))?.validateProfile(values) ?? {};

export interface EditorPart {
  name: string;
  part: RefObject<FormPart | null>;
  isDirty: boolean;
}

/**
 * Each panel is saved whether or not the others can be. One toast lists the outcomes; errors are shown under their
 * fields.
 */
export function useSave(form: ProfileForm, parts: readonly EditorPart[], onSaved: () => void) {
  const { mutateAsync } = useChangeProfile();
  const store = async (values: ProfileValues): Promise<SaveOutcome> => {
    try {
      const { profile, message } = await mutateAsync(toProfileChange(values, form.initialValues));
      form.reset(toFormValues(profile));
      onSaved();
      return { isSaved: true, message: message || "Profile saved" };
    } catch (error) {
      if (error instanceof ApiError) form.showErrors(pickFieldErrors(error.errors));
      return { isSaved: false, message: getErrorMessage(error, "Failed to save profile") };
    }
  };
  return form.submit(async (values) => {
    if (!session.read()) {
      toast("Please log in to save your profile", "error");
      return;
    }
    const others: NamedOutcome[] = [];
    for (const { name, part, isDirty } of parts) {
      if (isDirty && part.current) others.push({ name, ...(await part.current.save()) });
    }
    const outcomes = [{ name: "Profile", ...(await store(values)) }, ...others] as const;
    const areSaved = outcomes.every(({ isSaved }) => isSaved);
    toast(
      describeOutcomes(outcomes),
      areSaved ? "done" : "error",
      undefined,
      areSaved && <Link to="/browse">See who's near</Link>,
    );
  });
}
