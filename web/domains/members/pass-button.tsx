import { X } from "lucide-react";
import type { MemberSummary } from "#contract/schemas.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

/** @param onPass hides the member, with an offer to undo */
export const PassButton = ({
  member,
  onPass,
  className,
}: {
  member: MemberSummary;
  onPass: (member: MemberSummary) => void;
  className?: string | undefined;
}) => (
  <IconButton
    variant="photo"
    label={`Not now: ${member.username}`}
    title="Not now"
    className={className}
    onClick={() => onPass(member)}
  >
    <X />
  </IconButton>
);
