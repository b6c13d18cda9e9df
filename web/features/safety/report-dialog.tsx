import { useId, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { reports } from "#web/features/safety/open-reports.ts";
import type { Reporting } from "#web/features/safety/report-sheet.tsx";

/**
 * Tells the operator of a member. The dialog is drawn by the `ReportHost`: what contact that ends takes off the screen, and
 * the button that opened it too, may be just what is being reported.
 */
export function ReportDialog(reporting: Reporting) {
  const id = useId();
  const { pathname } = useLocation();
  useLayoutEffect(() => reports.put({ ...reporting, id, pathname, left: false }));
  useLayoutEffect(() => () => reports.leave(id), [id]);
  return null;
}
