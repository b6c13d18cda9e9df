import { useEffect, useState } from "react";
import { CLIENT_ERRORS } from "#contract/client-errors.ts";
import { fetchUsernameAvailability } from "#web/domains/accounts/accounts.requests.ts";
import { checkStep, EMPTY_VALUES, type SignupValues, USERNAME_STEP } from "#web/domains/accounts/modals/signup-form.ts";
import type { FormErrors } from "#web/ui/form.ts";

export interface UsernameAvailability {
  readonly username: string;
  readonly free: boolean;
  readonly suggestions: readonly string[];
}

const TYPING_PAUSE_MS = 350;
/** Short, because signing up checks the name again. */
const TIMEOUT_MS = 4_000;

/** Undefined for a name against the form's rules, or without an answer of the server. */
async function check(name: string, signal?: AbortSignal): Promise<UsernameAvailability | undefined> {
  if (Object.keys(checkStep(USERNAME_STEP, { ...EMPTY_VALUES, username: name })).length > 0) return undefined;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return fetchUsernameAvailability(name, signal ? AbortSignal.any([signal, timeout]) : timeout).then(
    ({ free, suggestions }) => ({ username: name, free, suggestions }),
    () => undefined,
  );
}

/** @returns undefined until there is an answer for this name */
export function useUsernameCheck(username: string, isShown: boolean): UsernameAvailability | undefined {
  const [answer, setAnswer] = useState<UsernameAvailability>();
  const name = username.trim();
  useEffect(() => {
    if (!isShown || name === "") return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void check(name, controller.signal).then((found) => found && setAnswer(found));
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [name, isShown]);
  return answer?.username === name ? answer : undefined;
}

/** Without an answer, the name counts as free. */
export async function findTakenError(
  username: string,
  known: UsernameAvailability | undefined,
): Promise<FormErrors<SignupValues>> {
  const answer = known ?? (await check(username.trim()));
  return answer?.free === false ? { username: CLIENT_ERRORS.username_taken } : {};
}

/** A taken one is replaced by a similar one. */
export function useFreeIdeas(ideas: readonly string[]): readonly string[] {
  const [free, setFree] = useState(ideas);
  useEffect(() => {
    let isCurrent = true;
    void Promise.all(ideas.map((idea) => check(idea))).then((answers) => {
      if (isCurrent) setFree(ideas.map((idea, i) => (answers[i]?.free === false && answers[i].suggestions[0]) || idea));
    });
    return () => {
      isCurrent = false;
    };
  }, [ideas]);
  return free;
}
