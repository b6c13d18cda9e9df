import { createStore } from "#web/lib/store.ts";

/** The decision that `u` undoes: the latest one of this page. */
export const lastDecision = createStore<{ readonly decisionId: string; readonly caseId: string } | undefined>(
  undefined,
);
