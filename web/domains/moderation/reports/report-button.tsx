import { useState } from "react";
import { BreakableName } from "#web/domains/members/names/breakable-name.tsx";
import css from "#web/domains/moderation/reports/report-button.module.css";
import { ReportDialog } from "#web/domains/moderation/reports/report-dialog.tsx";
import type { ReportDialogProps } from "#web/domains/moderation/reports/report-sheet.tsx";
import { Button } from "#web/ui/button.tsx";

interface Props {
  member: { readonly _id: string; readonly username: string };
  onBlocked: ReportDialogProps["onBlocked"];
}

export function ReportButton({ member, onBlocked }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <span className={css.textBlock}>
          Report <BreakableName username={member.username} />
        </span>
      </Button>
      <ReportDialog member={member} open={open} onClose={() => setOpen(false)} onBlocked={onBlocked} />
    </>
  );
}
