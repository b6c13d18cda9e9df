import { useRef, useState } from "react";
import { fetchLocationOptions, type LocationOption } from "#web/features/profile/profile.queries.ts";
import type { ProfileValues } from "#web/features/profile/profile-form.ts";
import { ApiError } from "#web/lib/api.ts";

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
export function useLocationLookup({ location, coordinates }: Pick<ProfileValues, "location" | "coordinates">) {
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
