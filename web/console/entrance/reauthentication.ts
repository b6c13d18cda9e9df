import { ApiError } from "#web/lib/api.ts";
import { createStore } from "#web/lib/store.ts";

interface Question {
  readonly answer: (isProven: boolean) => void;
}

export const passkeyQuestion = createStore<Question | undefined>(undefined);

/** @returns true once the person has proved their passkey */
function askForPasskey(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  passkeyQuestion.read()?.answer(false);
  passkeyQuestion.set({
    answer: (isProven) => {
      passkeyQuestion.set(undefined);
      resolve(isProven);
    },
  });
  return promise;
}

/**
 * If the call needs a recent proof of the passkey, a dialog asks for it, and the call is repeated. The screen's input
 * stays.
 * @throws ApiError as the call does; `reauthentication_required` if the person closes the dialog
 */
export async function withPasskey<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "reauthentication_required") throw error;
    if (!(await askForPasskey())) throw error;
  }
  return run();
}
