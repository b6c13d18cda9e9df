import type { ReportDialogProps } from "#web/domains/moderation/reports/report-sheet.tsx";
import { createStore } from "#web/lib/store.ts";

interface OpenReport extends ReportDialogProps {
  readonly id: string;
  readonly pathname: string;
  /** The component that opened it is unmounted. */
  readonly isOrphaned: boolean;
}

const store = createStore<readonly OpenReport[]>([]);

function setOpenReports(next: readonly OpenReport[]): void {
  if (next.length > 0 || store.read().length > 0) store.set(next);
}

const withoutReport = (id: string): OpenReport[] => store.read().filter((entry) => entry.id !== id);

/** An open report outlives the component that opened it. */
export const reportDialogsStore = {
  read: store.read,
  readInitial: store.readInitial,
  subscribe: store.subscribe,
  /** A closed report is added only after it was open once, to keep its input. */
  upsert(entry: OpenReport): void {
    if (entry.open || store.read().some(({ id }) => id === entry.id))
      setOpenReports([...withoutReport(entry.id), entry]);
  },
  /** For an unmounted opener: an open report stays and closes itself later, a closed one is removed. */
  markOrphaned(id: string): void {
    const entry = store.read().find((one) => one.id === id);
    const onClose = () => setOpenReports(store.read().map((one) => (one.id === id ? { ...one, open: false } : one)));
    setOpenReports(entry?.open ? [...withoutReport(id), { ...entry, isOrphaned: true, onClose }] : withoutReport(id));
  },
  remove: (id: string): void => setOpenReports(withoutReport(id)),
  clear: (): void => setOpenReports([]),
};
