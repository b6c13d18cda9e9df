/** Resolves to whether unsaved changes may be discarded. */
type LeavePrompt = () => Promise<boolean>;

const prompts = new Set<LeavePrompt>();

/** Registers a prompt that is called before a logout. @returns a function that removes it */
export function registerLeavePrompt(prompt: LeavePrompt): () => void {
  prompts.add(prompt);
  return () => prompts.delete(prompt);
}

/** Asks one prompt after the other. Resolves to true at once if there is none. */
export async function confirmLeave(): Promise<boolean> {
  for (const prompt of prompts) if (!(await prompt())) return false;
  return true;
}
