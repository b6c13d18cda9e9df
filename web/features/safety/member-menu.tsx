import { Ban, Ellipsis, EllipsisVertical, Flag, HeartCrack } from "lucide-react";
import { useState } from "react";
import { ReportDialog } from "#web/features/safety/report-dialog.tsx";
import type { EndContactAction } from "#web/features/safety/safety.queries.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { Menu, type MenuItem } from "#web/ui/menu.tsx";

const endContactConfirm = lazyModule(() =>
  import("#web/features/safety/end-contact-confirm.tsx").then((file) => file.EndContactConfirm),
);

interface Props {
  member: { readonly _id: string; readonly username: string };
  /** There is a match to be ended. */
  isMatched: boolean;
  /** `photo`: it lies on one. */
  variant?: "chat" | "page" | "photo";
  className?: string | undefined;
  /** Contact with them is over: where to now, and what is said there. */
  onEnded: (words: string) => void;
}

/**
 * What else can be done about a member: unmatch, block, report. In a chat reporting stands beside the menu too: from there
 * it takes three taps.
 */
export function MemberMenu({ member, isMatched, variant = "page", className, onEnded }: Props) {
  const [asking, setAsking] = useState<EndContactAction>();
  const [reporting, setReporting] = useState(false);
  const stopAsking = () => setAsking(undefined);
  const confirm = useLazyModule(endContactConfirm, asking !== undefined, stopAsking);
  const block: MenuItem = { label: "Block", icon: <Ban />, onSelect: () => setAsking("block") };
  const report: MenuItem = { label: "Report", icon: <Flag />, onSelect: () => setReporting(true) };
  const unmatch: MenuItem = { label: "Unmatch", icon: <HeartCrack />, onSelect: () => setAsking("unmatch") };
  return (
    <>
      {variant === "chat" && (
        <IconButton label={`Report ${member.username}`} onClick={() => setReporting(true)}>
          <Flag />
        </IconButton>
      )}
      <Menu
        trigger={
          <IconButton label="More" variant={variant === "photo" ? "photo" : "plain"} className={className}>
            {variant === "chat" ? <EllipsisVertical /> : <Ellipsis />}
          </IconButton>
        }
        items={isMatched ? [unmatch, block, report] : [block, report]}
      />
      <LazyRender
        as={confirm}
        member={member}
        isMatched={isMatched}
        action={asking}
        onClose={stopAsking}
        onEnded={onEnded}
      />
      <ReportDialog member={member} open={reporting} onClose={() => setReporting(false)} onBlocked={onEnded} />
    </>
  );
}
