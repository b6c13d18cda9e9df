import { useState } from "react";
import { BreakableName } from "#web/domains/members/names/breakable-name.tsx";
import { type EndContactAction, useEndContact } from "#web/domains/moderation/reports/blocks-and-reports.queries.ts";
import { Confirm } from "#web/ui/confirm.tsx";

interface Props {
  member: { readonly _id: string; readonly username: string };
  isMatched: boolean;
  action: EndContactAction | undefined;
  onClose: () => void;
  onEnded: (message: string) => void;
}

function describeConsequences(ending: EndContactAction, matched: boolean, username: string): string {
  const parts = [
    ending === "block" && "You will not see each other any more.",
    matched && "The conversation disappears for both of you.",
    `${username} is not told.`,
    ending === "unmatch" && "You cannot match again.",
  ];
  return parts.filter(Boolean).join(" ");
}

/** Stays open if the request fails. */
export function EndContactConfirm({
  member: { _id, username },
  isMatched: matched,
  action: requested,
  onClose,
  onEnded,
}: Props) {
  const { mutate, isPending } = useEndContact(_id);
  // The last action stays rendered during the closing animation.
  const [last, setLast] = useState<EndContactAction>("block");
  if (requested && requested !== last) setLast(requested);
  const block = last === "block";
  return (
    <Confirm
      open={requested !== undefined}
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
