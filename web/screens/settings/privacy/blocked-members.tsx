import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { blockedMembersKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { BreakableName } from "#web/domains/members/names/breakable-name.tsx";
import { useUnblockMember } from "#web/domains/moderation/reports/unblock.queries.ts";
import { formatDate } from "#web/lib/format-date.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { MemberList } from "#web/screens/settings/privacy/member-list.tsx";
import { type BlockedMember, useBlockedMembers } from "#web/screens/settings/privacy/member-lists.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { ListItem } from "#web/ui/list-item.tsx";

const EMPTY = {
  word: "Nobody",
  text: "Whoever you block leaves your Browse and your messages, and is not told.",
} as const;

export function BlockedMembers() {
  const [unblocking, setUnblocking] = useState<BlockedMember>();
  return (
    <MemberList
      id="blocked"
      title="Blocked members"
      empty={EMPTY}
      query={useBlockedMembers()}
      row={(member) => (
        <ListItem key={member._id} title={member.username} note={`Blocked on ${formatDate(member.blockedAt)}`}>
          <Button variant="line" aria-label={`Unblock ${member.username}`} onClick={() => setUnblocking(member)}>
            Unblock
          </Button>
        </ListItem>
      )}
    >
      {unblocking && (
        <UnblockConfirm key={unblocking._id} member={unblocking} onClose={() => setUnblocking(undefined)} />
      )}
    </MemberList>
  );
}

interface UnblockConfirmProps {
  member: BlockedMember;
  onClose: () => void;
}

function UnblockConfirm({ member: { _id, username }, onClose }: UnblockConfirmProps) {
  const cache = useQueryClient();
  const { mutateAsync, isPending } = useUnblockMember(_id);
  const unblock = async () => {
    // `useUnblockMember` shows the error.
    const answer = await mutateAsync().catch(() => undefined);
    if (!answer) return;
    await refetchQuery(cache, blockedMembersKey);
    onClose();
  };
  return (
    <Confirm
      open
      title={
        <>
          Unblock <BreakableName username={username} />?
        </>
      }
      text="If there was no crush or match between you, you can find each other again. What the block ended stays ended, and nobody is told."
      confirmLabel="Unblock"
      busy={isPending ? "Unblocking..." : undefined}
      onConfirm={() => void unblock()}
      onCancel={onClose}
    />
  );
}
