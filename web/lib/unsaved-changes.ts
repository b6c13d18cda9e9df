/** Resolves to false if unsaved changes must stay. */
type LeavePrompt = () => Promise<boolean>;

const prompts = new Set<LeavePrompt>();

/** Called before a logout. @returns a function that removes the prompt */
export function registerLeavePrompt(prompt: LeavePrompt): () => void {
  prompts.add(prompt);
  return () => prompts.delete(prompt);
}

/** One prompt after the other. */
export async function confirmLeave(): Promise<boolean> {
  for (const prompt of prompts) if (!(await prompt())) return false;
  return true;
}
