import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Keyboard, LogOut, Menu as MenuIcon } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "react-router";
import { mayAct, readsLog, type StaffRole } from "#contract/moderation/staff-roles.ts";
import { forgetAlerts } from "#web/console/alerts/alert-device.ts";
import { casesKey } from "#web/console/case/cases.queries.ts";
import { drafts } from "#web/console/case/drafts.ts";
import { LOST } from "#web/console/case/leave-question.tsx";
import { claims } from "#web/console/case/use-claim.ts";
import { ConfirmDialog } from "#web/console/confirm-dialog.tsx";
import css from "#web/console/console-header.module.css";
import { useUndoLast } from "#web/console/decision/use-undo.ts";
import { type Session, staffSessionKey } from "#web/console/entrance/session.queries.ts";
import { HelpDialog } from "#web/console/help-dialog.tsx";
import { recordsKey } from "#web/console/records.queries.ts";
import { ROLE_NAMES } from "#web/console/role-names.ts";
import { SearchField } from "#web/console/search/search-field.tsx";
import { useShortcuts } from "#web/console/shortcuts.ts";
import { callStaff } from "#web/console/staff-api.ts";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const MENU = "console-menu";

function Screens({ role, onOpen }: { role: StaffRole; onOpen?: () => void }) {
  const { pathname } = useLocation();
  const screens = [
    ["/", "Queue"],
    ["/decisions", "Decisions"],
    ...(readsLog(role) ? [["/log", "Log"] as const] : []),
    ["/guide", "Guide"],
    ...(mayAct(role) ? [["/alerts", "Alerts"] as const] : []),
  ] as const;
  return screens.map(([to, name]) => (
    <Link key={to} to={to} onClick={onOpen} className={css.item} aria-current={pathname === to ? "page" : undefined}>
      {name}
    </Link>
  ));
}

export function ConsoleHeader({ session }: { session: Session }) {
  const queryClient = useQueryClient();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
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
      for (const queryKey of [casesKey, recordsKey]) queryClient.removeQueries({ queryKey });
    },
    onError: () => toast("You could not be logged out. Please try again.", "error"),
  });
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => (drafts.read().size > 0 ? setLeaving(true) : logOut.mutate());
  const { name, role } = session.staff;
  const who = (
    <span className={css.who}>
      <span className={typography.cut}>{name}</span>
      <span className={typography.muted}>{ROLE_NAMES[role]}</span>
    </span>
  );
  return (
    <header className={css.head}>
      <Link to="/" className={classNames(css.home, typography.desktop)}>
        Moderation
      </Link>
      <nav className={classNames(css.links, typography.desktop)} aria-label="Console">
        <Screens role={role} />
      </nav>
      <SearchField />
      <div className={classNames(css.wide, typography.desktop)}>
        {who}
        <IconButton label="Keys" onClick={() => setHelpOpen(true)}>
          <Keyboard />
        </IconButton>
        <IconButton label="Log out" onClick={leave}>
          <LogOut />
        </IconButton>
      </div>
      <IconButton label="Menu" className={typography.phone} popoverTarget={MENU}>
        <MenuIcon />
      </IconButton>
      {/* The browser closes it on Escape and on a press beside it. */}
      <div ref={menu} id={MENU} popover="auto" className={classNames(css.menu, typography.phone)}>
        <nav aria-label="Console">
          <Screens role={role} onOpen={() => menu.current?.hidePopover()} />
        </nav>
        <button
          type="button"
          popoverTarget={MENU}
          popoverTargetAction="hide"
          className={css.item}
          onClick={() => setHelpOpen(true)}
        >
          Keys
        </button>
        <button type="button" popoverTarget={MENU} popoverTargetAction="hide" className={css.item} onClick={leave}>
          Log out
        </button>
        {who}
      </div>
      <ConfirmDialog
        open={isLeaving}
        title="Log out?"
        text={LOST}
        confirm="Log out"
        onConfirm={() => logOut.mutate()}
        onClose={() => setLeaving(false)}
      />
      <HelpDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </header>
  );
}
