import { ApiError } from "#web/lib/api.ts";
import { createStore } from "#web/lib/store.ts";

interface Question {
  readonly answer: (isProven: boolean) => void;
}

/** The open question, which `PasskeyDialog` shows. */
export const passkeyQuestion = createStore<Question | undefined>(undefined);

/** Opens the dialog. @returns whether the person has proved their passkey */
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
 * Runs a call that may need a recent proof of the passkey. If it does, a dialog asks for it, and the call is repeated.
 * What the screen holds stays.
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
