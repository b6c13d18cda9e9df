import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { reports } from "#web/features/safety/open-reports.ts";
import { part, usePart } from "#web/lib/part.tsx";

const sheet = part(() => import("#web/features/safety/report-sheet.tsx").then((file) => file.ReportSheet));

/** Where reports are written: stands on each screen that offers one, beside what may end there. */
export function ReportHost() {
  const { pathname } = useLocation();
  const entries = useSyncExternalStore(reports.subscribe, reports.read);
  useEffect(() => {
    for (const { id, left, pathname: from } of entries) if (left && from !== pathname) reports.remove(id);
  }, [entries, pathname]);
  useEffect(() => reports.clear, []);
  const here = entries.filter((entry) => entry.pathname === pathname);
  const Sheet = usePart(
    sheet,
    here.some(({ open }) => open),
    () => {
      for (const { onClose } of here) onClose();
    },
  );
  return (
    Sheet &&
    here.map(({ id, pathname: _, left, ...reporting }) => (
      <Sheet key={id} {...reporting} onClosed={() => left && reports.remove(id)} />
    ))
  );
}
