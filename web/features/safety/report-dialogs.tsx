import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { reportDialogsStore } from "#web/features/safety/report-dialogs-store.ts";
import { lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazySheet = lazyModule(() => import("#web/features/safety/report-sheet.tsx").then((file) => file.ReportSheet));

/** Where reports are written: stands on each screen that offers one, beside what may end there. */
export function ReportDialogs() {
  const { pathname } = useLocation();
  const entries = useSyncExternalStore(reportDialogsStore.subscribe, reportDialogsStore.read);
  useEffect(() => {
    for (const { id, isOrphaned: left, pathname: from } of entries)
      if (left && from !== pathname) reportDialogsStore.remove(id);
  }, [entries, pathname]);
  useEffect(() => reportDialogsStore.clear, []);
  const here = entries.filter((entry) => entry.pathname === pathname);
  const Sheet = useLazyModule(
    lazySheet,
    here.some(({ open }) => open),
    () => {
      for (const { onClose } of here) onClose();
    },
  );
  return (
    Sheet &&
    here.map(({ id, pathname: _, isOrphaned: left, ...reporting }) => (
      <Sheet key={id} {...reporting} onClosed={() => left && reportDialogsStore.remove(id)} />
    ))
  );
}
