import type { Reporting } from "#web/features/safety/report-sheet.tsx";

interface Entry extends Reporting {
  readonly id: string;
  /** The screen that it was opened on. */
  readonly pathname: string;
  /** What opened it is not on the screen any more. */
  readonly left: boolean;
}

let entries: readonly Entry[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Entry[]): void {
  if (next.length === 0 && entries.length === 0) return;
  entries = next;
  for (const listener of listeners) listener();
}

const without = (id: string): Entry[] => entries.filter((entry) => entry.id !== id);

/** The reports that are being written. One that is open stays on its screen when what opened it goes from there. */
export const reports = {
  read: (): readonly Entry[] => entries,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Shows a report as whatever opens it says; there is none before it was opened once. */
  put(entry: Entry): void {
    if (entry.open || entries.some(({ id }) => id === entry.id)) set([...without(entry.id), entry]);
  },
  /** What opened it is gone: only what is being written stays, and closes itself. */
  leave(id: string): void {
    const entry = entries.find((one) => one.id === id);
    const onClose = () => set(entries.map((one) => (one.id === id ? { ...one, open: false } : one)));
    set(entry?.open ? [...without(id), { ...entry, left: true, onClose }] : without(id));
  },
  remove: (id: string): void => set(without(id)),
  clear: (): void => set([]),
};
