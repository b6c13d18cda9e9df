import { useId, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { reportDialogsStore } from "#web/domains/moderation/reports/report-dialogs-store.ts";
import type { ReportDialogProps } from "#web/domains/moderation/reports/report-sheet.tsx";

/**
 * `ReportDialogs` renders the dialog, because the content being reported, including the button that opened it, may
 * disappear when contact ends.
 */
export function ReportDialog(props: ReportDialogProps) {
  const id = useId();
  const { pathname } = useLocation();
  useLayoutEffect(() => reportDialogsStore.upsert({ ...props, id, pathname, isOrphaned: false }));
  useLayoutEffect(() => () => reportDialogsStore.markOrphaned(id), [id]);
  return null;
}
