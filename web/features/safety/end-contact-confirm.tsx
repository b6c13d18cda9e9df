import { useState } from "react";
import { BreakableName } from "#web/features/members/breakable-name.tsx";
import { type EndContactAction, useEndContact } from "#web/features/safety/safety.queries.ts";
import { Confirm } from "#web/ui/confirm.tsx";

interface Props {
  member: { readonly _id: string; readonly username: string };
  isMatched: boolean;
  /** What is asked for; nothing is open without it. */
  action: EndContactAction | undefined;
  onClose: () => void;
  onEnded: (words: string) => void;
}

/** What ending contact means, before it is done. */
function describeConsequences(ending: EndContactAction, matched: boolean, username: string): string {
  const parts = [
    ending === "block" && "You will not see each other any more.",
    matched && "The conversation disappears for both of you.",
    `${username} is not told.`,
    ending === "unmatch" && "You cannot match again.",
  ];
  return parts.filter(Boolean).join(" ");
}

/** Asks before a match is ended or a member blocked. Where that fails the question stays. */
export function EndContactConfirm({
  member: { _id, username },
  isMatched: matched,
  action: asking,
  onClose,
  onEnded,
}: Props) {
  const { mutate, isPending } = useEndContact(_id);
  // Stays in the question while that is on its way out.
  const [last, setLast] = useState<EndContactAction>("block");
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
      text={describeConsequences(last, matched, username)}
      confirmLabel={block ? "Block" : "Unmatch"}
      busy={isPending ? (block ? "Blocking..." : "Unmatching...") : undefined}
      danger
      onConfirm={() => mutate(last, { onSuccess: ({ message }) => onEnded(message) })}
      onCancel={onClose}
    />
  );
}
