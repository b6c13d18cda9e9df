import { profileUpdate } from "#contract/members/profile-form.ts";
import { type ProfileValues, toProfileChange } from "#web/domains/members/profile-form.ts";
import { validateForm } from "#web/lib/validate.ts";
import type { FormErrors } from "#web/ui/form.ts";

/** Loaded on demand, because the package of the schema is large. */
export const validateProfile = (values: ProfileValues): FormErrors<ProfileValues> =>
  validateForm(profileUpdate, toProfileChange(values));
