import { useEffect } from "react";
import { useLocation } from "react-router";
import { reportDialogsStore } from "#web/domains/moderation/reports/report-dialogs-store.ts";
import { useStore } from "#web/lib/store.ts";
import { lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazySheet = lazyModule(() =>
  import("#web/domains/moderation/reports/report-sheet.tsx").then((file) => file.ReportSheet),
);

/** Renders the open reports. Mounted on each screen that offers reporting, outside the content that may disappear. */
export function ReportDialogs() {
  const { pathname } = useLocation();
  const entries = useStore(reportDialogsStore);
  useEffect(() => {
    for (const { id, isOrphaned, pathname: openedOn } of entries)
      if (isOrphaned && openedOn !== pathname) reportDialogsStore.remove(id);
  }, [entries, pathname]);
  useEffect(() => reportDialogsStore.clear, []);
  const current = entries.filter((entry) => entry.pathname === pathname);
  const Sheet = useLazyModule(
    lazySheet,
    current.some(({ open }) => open),
    () => {
      for (const { onClose } of current) onClose();
    },
  );
  return (
    Sheet &&
    current.map(({ id, pathname: _, isOrphaned, ...props }) => (
      <Sheet key={id} {...props} onClosed={() => isOrphaned && reportDialogsStore.remove(id)} />
    ))
  );
}
