import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import css from "#web/console/entrance/entrance.module.css";
import { Entrance } from "#web/console/entrance/entrance.tsx";
import { passkeyMessage } from "#web/console/entrance/login-page.tsx";
import { staffSessionKey } from "#web/console/entrance/session.queries.ts";
import { ROLE_NAMES } from "#web/console/role-names.ts";
import { callStaff } from "#web/console/staff-api.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { canUsePasskeys, createPasskey } from "#web/lib/passkeys.ts";
import { Button } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

const invitationKey = (token: string) => ["staff-invitation", token] as const;

/** The token is in the fragment, which no server sees. */
export function InvitationPage() {
  const [token] = useState(() => location.hash.slice(1));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const opened = useQuery({
    queryKey: invitationKey(token),
    queryFn: () => callStaff("POST /api/moderation/invitation/options", { body: { token } }),
    gcTime: 0,
  });
  const accept = useMutation({
    mutationFn: async () => {
      // A challenge is answered once, so each try has a new one.
      const { options } = await callStaff("POST /api/moderation/invitation/options", { body: { token } });
      const credential = await createPasskey(options);
      return callStaff("POST /api/moderation/invitation/accept", { body: { token, credential } });
    },
    onSuccess: ({ staff, endsAt }) => {
      queryClient.setQueryData(staffSessionKey, { staff, endsAt });
      void navigate("/", { replace: true });
    },
  });
  if (opened.isError)
    return (
      <Entrance title="Your invitation">
        <InlineError
          message={getErrorMessage(
            opened.error,
            "The invitation could not be opened.",
            "The server cannot be reached.",
          )}
          onRetry={() => void opened.refetch()}
        />
      </Entrance>
    );
  if (!opened.data)
    return (
      <Entrance title="Your invitation">
        <Delayed>
          <Skeleton className={css.waiting} />
        </Delayed>
      </Entrance>
    );
  const { name, role } = opened.data;
  return (
    <Entrance title={`Welcome, ${name}`}>
      <p className={typography.muted}>
        You are invited to moderate Spotter: {ROLE_NAMES[role].toLowerCase()}. Make a passkey on this device. It is your
        only key, so nobody can guess it or ask you for it.
      </p>
      <FormAlert message={accept.isError ? passkeyMessage(accept.error) : undefined} />
      {canUsePasskeys() ? (
        <Button
          size="lg"
          wide
          busy={accept.isPending ? "Waiting for your device…" : undefined}
          onClick={() => accept.mutate()}
        >
          Make a passkey
        </Button>
      ) : (
        <FormAlert message="Passkeys do not work here. Open the link in a current browser, by its name and not by an IP address." />
      )}
    </Entrance>
  );
}
