import { useQueryClient } from "@tanstack/react-query";
import type { PastContact } from "#contract/moderation/reports.ts";
import { pastContactsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { BreakableName } from "#web/domains/members/names/breakable-name.tsx";
import { useEndContact } from "#web/domains/moderation/reports/blocks-and-reports.queries.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toast.tsx";

interface Props {
  contact: PastContact;
  onClose: () => void;
}

/** Blocks a member with whom contact has ended. */
export function BlockConfirm({ contact: { _id, username }, onClose }: Props) {
  const cache = useQueryClient();
  const { mutateAsync, isPending } = useEndContact(_id);
  const block = async () => {
    // `useEndContact` shows the error.
    const answer = await mutateAsync("block").catch(() => undefined);
    if (!answer) return;
    toast(`You have blocked ${username}.`, "done");
    await refetchQuery(cache, pastContactsKey);
    onClose();
  };
  return (
    <Confirm
      open
      title={
        <>
          Block <BreakableName username={username} />?
        </>
      }
      text={`You do not see each other any more, and a block makes sure of it. ${username} is not told.`}
      confirmLabel="Block"
      busy={isPending ? "Blocking..." : undefined}
      danger
      onConfirm={() => void block()}
      onCancel={onClose}
    />
  );
}
