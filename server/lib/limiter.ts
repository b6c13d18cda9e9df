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

/** Does work in the turn of a name. */
export type TurnsByName = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Turns of its own for each name, which nobody of another name waits for. @param busy the error for one more */
export function makeTurnsByName(atOnce: number, waitingMax: number, busy: () => Error): TurnsByName {
  const own = new Map<string, { readonly turns: Turns; users: number }>();
  return async (name, work) => {
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

/** A name, while there is work of it. */
interface Named {
  users: number;
  isWorking: boolean;
  /** The number of its latest turn; 0 before the first. */
  lastTurn: number;
}

/** Less than 0 where the first names, or the next ones where those are alike, had their turn earlier. */
function compareTurns(a: readonly Named[], b: readonly Named[]): number {
  for (const [i, { lastTurn }] of a.entries()) {
    const difference = lastTurn - (b[i]?.lastTurn ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Turns that no name can keep from others, however much work it brings: at most one piece of work of each name runs, and
 * next is the one whose first name ran longest ago; among equals the second name decides, then the order of arrival.
 * Nothing is refused: whoever brings work limits how much may wait.
 * @param atOnce how many work at the same time
 */
export function makeFairTurns(atOnce: number) {
  const known = new Map<string, Named>();
  const waiting: { readonly names: readonly Named[]; start(): void }[] = [];
  let working = 0;
  let turn = 0;

  function startNext(): void {
    while (working < atOnce) {
      const ready = waiting.filter(({ names }) => !names.some(({ isWorking }) => isWorking));
      const [first] = ready;
      if (!first) return;
      const next = ready.reduce((best, one) => (compareTurns(one.names, best.names) < 0 ? one : best), first);
      waiting.splice(waiting.indexOf(next), 1);
      working++;
      turn++;
      for (const name of next.names) Object.assign(name, { isWorking: true, lastTurn: turn });
      next.start();
    }
  }

  function use(name: string): Named {
    const named = known.get(name) ?? { users: 0, isWorking: false, lastTurn: 0 };
    known.set(name, named);
    named.users++;
    return named;
  }

  return async <T>(by: readonly string[], work: () => Promise<T>): Promise<T> => {
    const names = by.map(use);
    await new Promise<void>((start) => {
      waiting.push({ names, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      working--;
      for (const [i, name] of names.entries()) {
        name.isWorking = false;
        if (--name.users === 0) known.delete(by[i] ?? "");
      }
      startNext();
    }
  };
}
