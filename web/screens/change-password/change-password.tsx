import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { AccountPage } from "#web/domains/accounts/account-page.tsx";
import { useAccountModals } from "#web/domains/accounts/modals/account-modals.tsx";
import { ChangePasswordForm } from "#web/domains/accounts/password-forms.tsx";
import { ReauthenticationDialogs } from "#web/domains/accounts/reauthentication-dialogs.tsx";
import { refreshMessageLinks } from "#web/domains/chat/conversations.queries.ts";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

/** With the current password. */
export function Component() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { openForgot } = useAccountModals();
  const leave = () => {
    const cameFromHere = ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0;
    void (cameFromHere ? navigate(-1) : navigate("/settings", { replace: true }));
  };
  const done = () => {
    void refreshMessageLinks(cache);
    toast("Your password has been changed.", "done");
    leave();
  };
  return (
    <AccountPage title="Change password" heading="Change your password">
      <p className={typography.muted}>You stay logged in here, and will be logged out everywhere else.</p>
      <ChangePasswordForm onDone={done} onCancel={leave} onForgot={openForgot} />
      <ReauthenticationDialogs />
    </AccountPage>
  );
}
