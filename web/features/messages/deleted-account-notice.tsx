import { type ReactNode, useLayoutEffect, useRef } from "react";
import css from "#web/features/messages/chat.module.css";

/**
 * Stands where one wrote, once the other one has deleted their account.
 * @param gone undefined while it is not known; before one's eyes, what had the focus goes with the composer
 * @param children where one writes
 */
export function DeletedAccountNotice({ gone, children }: { gone: boolean | undefined; children: ReactNode }) {
  const note = useRef<HTMLParagraphElement>(null);
  const was = useRef(gone);
  // At once: else the focus would be led into the conversation first.
  useLayoutEffect(() => {
    const isNews = gone === true && was.current === false;
    if (isNews && document.activeElement === document.body) note.current?.focus({ preventScroll: true });
    was.current = gone;
  }, [gone]);
  if (!gone) return children;
  return (
    <p ref={note} tabIndex={-1} className={css.gone}>
      This account was deleted. What you wrote stays here.
    </p>
  );
}
