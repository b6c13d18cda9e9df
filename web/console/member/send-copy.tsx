import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { EXPORT_LINK_DOWNLOADS, EXPORT_LINK_HOURS } from "#contract/limits.ts";
import { ConfirmDialog } from "#web/console/confirm-dialog.tsx";
import { withPasskey } from "#web/console/entrance/reauthentication.ts";
import { callStaff, retryUnanswered } from "#web/console/staff-api.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { exactTime } from "#web/lib/relative-time.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";

/** For a suspended member, who cannot log in to download it. */
export function SendCopy({ memberId, username }: { memberId: string; username: string | null }) {
  const [isAsking, setAsking] = useState(false);
  const name = username ?? "The member";
  const send = useMutation({
    mutationFn: () =>
      withPasskey(() => callStaff("POST /api/moderation/members/:memberId/data-copy", { params: { memberId } })),
    retry: retryUnanswered,
    onSuccess: ({ sentAt, isRepeated }) =>
      toast(
        isRepeated
          ? `Already sent: ${exactTime(sentAt, Date.now())}. Nothing was sent again.`
          : `${name} gets an email with the link.`,
        "done",
        "copy",
      ),
    onError: (error) => {
      // The person closed the question for their passkey.
      if (error instanceof ApiError && error.code === "reauthentication_required") return;
      toast(getErrorMessage(error, "The link was not sent."), "error", "copy");
    },
  });
  return (
    <>
      <Button variant="line" busy={send.isPending ? "Sending…" : undefined} onClick={() => setAsking(true)}>
        Send a copy of their data
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Send a copy of their data?"
        text={`${name} gets a link to all of their data at their confirmed email. It works without a login, for ${EXPORT_LINK_HOURS} hours and ${EXPORT_LINK_DOWNLOADS} downloads, and replaces earlier links. You do not see the copy, and the suspension stays. Send it only if they asked from that address.`}
        confirm="Send the link"
        onConfirm={() => send.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
