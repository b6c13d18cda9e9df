import type { Reauthentication } from "#contract/accounts/factors.ts";
import { ApiError, call } from "#web/lib/api.ts";
import { createStore } from "#web/lib/store.ts";

/** The member closed the dialog that asked who they are. */
export class ReauthenticationCancelled extends Error {}

interface Question {
  readonly answer: (isProven: boolean) => void;
}

/** The open question, which `ReauthenticationDialogs` shows. */
export const reauthenticationStore = createStore<Question | undefined>(undefined);

/** Opens the dialog. @returns whether the member has proved who they are */
function askAgain(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  reauthenticationStore.read()?.answer(false);
  reauthenticationStore.set({
    answer: (isProven) => {
      reauthenticationStore.set(undefined);
      resolve(isProven);
    },
  });
  return promise;
}

/**
 * Runs a call that may need a recent proof of who the member is. If it does, a dialog asks for it, and the call is
 * repeated. The screen must show `ReauthenticationDialogs`.
 * @throws ReauthenticationCancelled
 */
export async function withReauthentication<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "reauthentication_required") throw error;
  }
  if (!(await askAgain())) throw new ReauthenticationCancelled();
  return run();
}

export const reauthenticate = (body: Reauthentication) => call("POST /api/auth/reauthenticate", { body });
