import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Bell, Keyboard, LogOut } from "lucide-react";
import { useState } from "react";
import { mayAct } from "#contract/moderation/staff-roles.ts";
import { forgetAlerts } from "#web/console/alerts/alert-device.ts";
import { casesKey } from "#web/console/case/cases.queries.ts";
import { claims } from "#web/console/case/use-claim.ts";
import css from "#web/console/console-header.module.css";
import { useUndoLast } from "#web/console/decision/use-undo.ts";
import { type Session, staffSessionKey } from "#web/console/entrance/session.queries.ts";
import { HelpDialog } from "#web/console/help-dialog.tsx";
import { ROLE_NAMES } from "#web/console/role-names.ts";
import { useShortcuts } from "#web/console/shortcuts.ts";
import { callStaff } from "#web/console/staff-api.ts";
import { IconButton, IconLink } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

export function ConsoleHeader({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const undoLast = useUndoLast();
  useShortcuts({
    "?": () => setHelpOpen(true),
    u: mayAct(session.staff.role) ? undoLast : undefined,
  });
  const logOut = useMutation({
    mutationFn: async () => {
      // Nobody works on their cases any more, and without a session nobody can release them.
      await claims.close();
      await callStaff("POST /api/moderation/logout", {});
      await forgetAlerts();
    },
    onSuccess: () => {
      queryClient.setQueryData(staffSessionKey, null);
      queryClient.removeQueries({ queryKey: casesKey });
    },
    onError: () => toast("You could not be logged out. Please try again.", "error"),
  });
  const { name, role } = session.staff;
  return (
    <header className={css.head}>
      <Link to="/" className={css.home}>
        Moderation
      </Link>
      <span className={css.who}>
        <span className={typography.cut}>{name}</span>
        <span className={typography.muted}>{ROLE_NAMES[role]}</span>
      </span>
      {mayAct(role) && (
        <IconLink label="Alerts" to="/alerts">
          <Bell />
        </IconLink>
      )}
      <IconButton label="Keys" onClick={() => setHelpOpen(true)}>
        <Keyboard />
      </IconButton>
      <IconButton label="Log out" onClick={() => logOut.mutate()}>
        <LogOut />
      </IconButton>
      <HelpDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </header>
  );
}
