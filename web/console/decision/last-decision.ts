import { createStore } from "#web/lib/store.ts";

export interface Undoable {
  readonly decisionId: string;
  /** Whom and what: 'jordan_lifts: mute 7 days'. */
  readonly about: string;
}

/** The decision that `u` undoes: the latest one of this page. */
export const lastDecision = createStore<Undoable | undefined>(undefined);
