import { useState } from "react";
import { BreakableName } from "#web/features/members/breakable-name.tsx";
import { type Ending, useEndContact } from "#web/features/safety/safety.api.ts";
import { Confirm } from "#web/ui/confirm.tsx";

interface Props {
  member: { readonly _id: string; readonly username: string };
  matched: boolean;
  /** What is asked for; nothing is open without it. */
  asking: Ending | undefined;
  onClose: () => void;
  onEnded: (words: string) => void;
}

/** What ending contact means, before it is done. */
function consequences(ending: Ending, matched: boolean, username: string): string {
  const parts = [
    ending === "block" && "You will not see each other any more.",
    matched && "The conversation disappears for both of you.",
    `${username} is not told.`,
    ending === "unmatch" && "You cannot match again.",
  ];
  return parts.filter(Boolean).join(" ");
}

/** Asks before a match is ended or a member blocked. Where that fails the question stays. */
export function EndingQuestion({ member: { _id, username }, matched, asking, onClose, onEnded }: Props) {
  const { mutate, isPending } = useEndContact(_id);
  // Stays in the question while that is on its way out.
  const [last, setLast] = useState<Ending>("block");
  if (asking && asking !== last) setLast(asking);
  const block = last === "block";
  return (
    <Confirm
      open={asking !== undefined}
      title={
        <>
          {block ? "Block" : "Unmatch"} <BreakableName username={username} />?
        </>
      }
      text={consequences(last, matched, username)}
      confirmLabel={block ? "Block" : "Unmatch"}
      busy={isPending ? (block ? "Blocking..." : "Unmatching...") : undefined}
      danger
      onConfirm={() => mutate(last, { onSuccess: ({ message }) => onEnded(message) })}
      onCancel={onClose}
    />
  );
}
