import { CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import css from "#web/domains/site/sent-notice.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** Takes the focus, because the button that had it is gone or below the empty form. */
export function SentNotice({ title, children }: { title: string; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} tabIndex={-1} role="status" className={css.sent}>
      <CircleCheck aria-hidden="true" />
      <p>
        <strong className={classNames(typography.display, typography.d20)}>{title}</strong>
        {children}
      </p>
    </div>
  );
}
