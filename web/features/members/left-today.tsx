import { Hourglass } from "lucide-react";
import { useState } from "react";
import css from "#web/features/members/left-today.module.css";
import { classNames } from "#web/ui/class-names.ts";

/** A line that says how much is left of a limit. It opens and closes by its height, so that nothing below it jumps. */
export function LeftToday({ text, className }: { text: string | undefined; className?: string | undefined }) {
  // While it closes it says what it said.
  const [said, setSaid] = useState(text);
  if (text !== undefined && text !== said) setSaid(text);
  return (
    <div className={classNames(css.room, className)} data-open={text !== undefined}>
      <p role="status" className={css.clip}>
        {text !== undefined && (
          <span className={css.line}>
            <Hourglass aria-hidden="true" />
            {said}
          </span>
        )}
      </p>
    </div>
  );
}
