import type { ReportDialogProps } from "#web/features/safety/report-sheet.tsx";

interface OpenReport extends ReportDialogProps {
  readonly id: string;
  /** The screen that it was opened on. */
  readonly pathname: string;
  /** What opened it is not on the screen any more. */
  readonly isOrphaned: boolean;
}

let openReports: readonly OpenReport[] = [];
const listeners = new Set<() => void>();

function setOpenReports(next: readonly OpenReport[]): void {
  if (next.length === 0 && openReports.length === 0) return;
  openReports = next;
  for (const listener of listeners) listener();
}

const withoutReport = (id: string): OpenReport[] => openReports.filter((entry) => entry.id !== id);

/** The reports that are being written. One that is open stays on its screen when what opened it goes from there. */
export const reportDialogsStore = {
  read: (): readonly OpenReport[] => openReports,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Shows a report as whatever opens it says; there is none before it was opened once. */
  upsert(entry: OpenReport): void {
    if (entry.open || openReports.some(({ id }) => id === entry.id))
      setOpenReports([...withoutReport(entry.id), entry]);
  },
  /** What opened it is gone: only what is being written stays, and closes itself. */
  markOrphaned(id: string): void {
    const entry = openReports.find((one) => one.id === id);
    const onClose = () => setOpenReports(openReports.map((one) => (one.id === id ? { ...one, open: false } : one)));
    setOpenReports(entry?.open ? [...withoutReport(id), { ...entry, isOrphaned: true, onClose }] : withoutReport(id));
  },
  remove: (id: string): void => setOpenReports(withoutReport(id)),
  clear: (): void => setOpenReports([]),
};
