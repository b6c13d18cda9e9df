/** Asks whether what is not saved may be left behind. */
type Question = () => Promise<boolean>;

let question: Question | undefined;

/** Has a question asked before a member leaves by logging out, until the returned function is called. */
export function registerLeavePrompt(ask: Question): () => void {
  question = ask;
  return () => {
    if (question === ask) question = undefined;
  };
}

/** Whether a member may leave now: at once where nothing is unsaved, else as they answer. */
export const confirmLeave = async (): Promise<boolean> => question === undefined || question();
