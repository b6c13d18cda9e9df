/** Resolves to whether unsaved changes may be discarded. */
type LeavePrompt = () => Promise<boolean>;

let currentPrompt: LeavePrompt | undefined;

/** Registers a prompt that is shown before a logout. @returns a function that removes it */
export function registerLeavePrompt(prompt: LeavePrompt): () => void {
  currentPrompt = prompt;
  return () => {
    if (currentPrompt === prompt) currentPrompt = undefined;
  };
}

/** Resolves to true at once if nothing is unsaved. */
export const confirmLeave = async (): Promise<boolean> => currentPrompt === undefined || currentPrompt();
