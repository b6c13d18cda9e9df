import { useId, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { reportDialogsStore } from "#web/features/safety/report-dialogs-store.ts";
import type { ReportDialogProps } from "#web/features/safety/report-sheet.tsx";

/**
 * Tells the operator of a member. The dialog is drawn by the `ReportHost`: what contact that ends takes off the screen, and
 * the button that opened it too, may be just what is being reported.
 */
export function ReportDialog(reporting: ReportDialogProps) {
  const id = useId();
  const { pathname } = useLocation();
  useLayoutEffect(() => reportDialogsStore.upsert({ ...reporting, id, pathname, isOrphaned: false }));
  useLayoutEffect(() => () => reportDialogsStore.markOrphaned(id), [id]);
  return null;
}
