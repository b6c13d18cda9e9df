import { Ban, Ellipsis, EllipsisVertical, Flag, HeartCrack } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { EndContactAction } from "#web/domains/moderation/reports/blocks-and-reports.queries.ts";
import { ReportDialog } from "#web/domains/moderation/reports/report-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { Menu, type MenuItem } from "#web/ui/menu.tsx";

const endContactConfirm = lazyModule(() =>
  import("#web/domains/moderation/reports/end-contact-confirm.tsx").then((file) => file.EndContactConfirm),
);

interface Props {
  member: { readonly _id: string; readonly username: string };
  /** There is a match that can be ended. */
  isMatched: boolean;
  /** `photo`: the button overlays a photo. */
  variant?: "chat" | "page" | "photo";
  className?: string | undefined;
  /** Other actions, shown first. */
  items?: readonly MenuItem[];
  /** Items of other matters, below a line. */
  furtherItems?: readonly MenuItem[];
  /** Called with what to show when contact has ended; the caller navigates. */
  onEnded: (message: string, link?: ReactNode) => void;
}

/** The actions on a member: unmatch, block, report. */
export function MemberMenu({
  member,
  isMatched,
  variant = "page",
  className,
  items = [],
  furtherItems = [],
  onEnded,
}: Props) {
  const [action, setAction] = useState<EndContactAction>();
  const [isReporting, setIsReporting] = useState(false);
  const closeConfirm = () => setAction(undefined);
  const LazyConfirm = useLazyModule(endContactConfirm, action !== undefined, closeConfirm);
  const block: MenuItem = { label: "Block", icon: <Ban />, onSelect: () => setAction("block") };
  const report: MenuItem = { label: "Report", icon: <Flag />, onSelect: () => setIsReporting(true) };
  const unmatch: MenuItem = { label: "Unmatch", icon: <HeartCrack />, onSelect: () => setAction("unmatch") };
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More" variant={variant === "photo" ? "photo" : "plain"} className={className}>
            {variant === "chat" ? <EllipsisVertical /> : <Ellipsis />}
          </IconButton>
        }
        items={[...items, ...(isMatched ? [unmatch] : []), block, report]}
        furtherItems={furtherItems}
      />
      <LazyRender
        as={LazyConfirm}
        member={member}
        isMatched={isMatched}
        action={action}
        onClose={closeConfirm}
        onEnded={onEnded}
      />
      <ReportDialog member={member} open={isReporting} onClose={() => setIsReporting(false)} onBlocked={onEnded} />
    </>
  );
}
