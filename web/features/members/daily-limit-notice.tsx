import { Hourglass } from "lucide-react";
import { useState } from "react";
import css from "#web/features/members/daily-limit-notice.module.css";
import { classNames } from "#web/ui/class-names.ts";

/** A line about a daily limit. Its height is animated, so that the content below does not jump. */
export function DailyLimitNotice({ text, className }: { text: string | undefined; className?: string | undefined }) {
  // The last text stays visible during the closing animation.
  const [lastText, setLastText] = useState(text);
  if (text !== undefined && text !== lastText) setLastText(text);
  return (
    <div className={classNames(css.collapsible, className)} data-open={text !== undefined}>
      <p role="status" className={css.clip}>
        {text !== undefined && (
          <span className={css.line}>
            <Hourglass aria-hidden="true" />
            {lastText}
          </span>
        )}
      </p>
    </div>
  );
}
