import { Hourglass } from "lucide-react";
import { useState } from "react";
import { NoticeLine } from "#web/ui/notice-line.tsx";

/** A line about a daily limit. */
export function DailyLimitNotice({ text, className }: { text: string | undefined; className?: string | undefined }) {
  // The last text stays visible during the closing animation.
  const [lastText, setLastText] = useState(text);
  if (text !== undefined && text !== lastText) setLastText(text);
  return (
    <NoticeLine open={text !== undefined} icon={<Hourglass aria-hidden="true" />} isAnnounced className={className}>
      {lastText}
    </NoticeLine>
  );
}
