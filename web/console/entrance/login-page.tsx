import { useMutation, useQueryClient } from "@tanstack/react-query";
import { casesKey } from "#web/console/case/cases.queries.ts";
import { Entrance } from "#web/console/entrance/entrance.tsx";
import { staffSessionKey } from "#web/console/entrance/session.queries.ts";
import { callStaff } from "#web/console/staff-api.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { canUsePasskeys, readPasskey } from "#web/lib/passkeys.ts";
import { Button } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import typography from "#web/ui/typography.module.css";

/** A cancelled prompt is no failure. */
export const passkeyMessage = (error: unknown): string =>
  error instanceof DOMException
    ? "No passkey was used. Try again when you are ready."
    : getErrorMessage(error, "That passkey did not work. Please try again.", "The server cannot be reached.");

export function LoginPage() {
  const queryClient = useQueryClient();
  const login = useMutation({
    mutationFn: async () => {
      const { options } = await callStaff("POST /api/moderation/login/options", {});
      return callStaff("POST /api/moderation/login", { body: { credential: await readPasskey(options) } });
    },
    onSuccess: ({ staff, endsAt }) => {
      // An expired session has left its cases, and it may have been somebody else's.
      queryClient.removeQueries({ queryKey: casesKey });
      queryClient.setQueryData(staffSessionKey, { staff, endsAt });
    },
  });
  return (
    <Entrance title="Moderation">
      <p className={typography.muted}>
        For the people who keep Spotter safe. Log in with the passkey of your invitation.
      </p>
      <FormAlert message={login.isError ? passkeyMessage(login.error) : undefined} />
      {canUsePasskeys() ? (
        <Button
          size="lg"
          wide
          busy={login.isPending ? "Waiting for your passkey…" : undefined}
          onClick={() => login.mutate()}
        >
          Log in with a passkey
        </Button>
      ) : (
        <FormAlert message="Passkeys do not work here. Open the page in a current browser, by its name and not by an IP address." />
      )}
    </Entrance>
  );
}
