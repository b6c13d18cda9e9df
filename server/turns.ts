/** Lets so many at a time do something slow; others wait their turn, and one too many is told to come back later. */
export interface Turns {
  /** @throws whatever `busy` makes, when too many wait already; else what the work throws */
  take<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * @param atOnce how many work at the same time
 * @param waitingMax how many may wait
 * @param busy the error for one more
 */
export function makeTurns(atOnce: number, waitingMax: number, busy: () => Error): Turns {
  let working = 0;
  const waiting: (() => void)[] = [];
  return {
    async take(work) {
      if (working >= atOnce) {
        if (waiting.length >= waitingMax) throw busy();
        // The turn is handed over, so nobody who comes between can take it.
        await new Promise<void>((go) => waiting.push(go));
      } else working++;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else working--;
      }
    },
  };
}

/** Turns of its own for each name, which nobody of another name waits for. @param busy the error for one more */
export function makeTurnsByName(atOnce: number, waitingMax: number, busy: () => Error) {
  const own = new Map<string, { readonly turns: Turns; users: number }>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const mine = own.get(name) ?? { turns: makeTurns(atOnce, waitingMax, busy), users: 0 };
    own.set(name, mine);
    mine.users++;
    try {
      return await mine.turns.take(work);
    } finally {
      if (--mine.users === 0) own.delete(name);
    }
  };
}
