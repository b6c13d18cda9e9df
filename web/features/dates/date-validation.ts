import { dateDetails } from "#contract/workout-date.ts";
import { validateForm } from "#web/lib/validate.ts";

/** Loaded on demand, because the package of the schema is large. */
export const validateDetails = (details: object): Record<string, string> => validateForm(dateDetails, details);
