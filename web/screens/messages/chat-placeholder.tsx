import type { ReactNode } from "react";
import css from "#web/screens/messages/chat.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** A bar with two plates. */
export function TwoPlates({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={classNames(css.plates, className)}
      width="240"
      height="96"
      viewBox="0 0 240 96"
      fill="none"
      aria-hidden="true"
    >
      <rect className={css.bar} y="44" width="240" height="8" rx="4" />
      <rect className={css.bar} x="52" y="34" width="10" height="28" rx="4" />
      <rect className={css.bar} x="178" y="34" width="10" height="28" rx="4" />
      <rect className={css.theirs} x="68" y="4" width="20" height="88" rx="7" />
      <rect className={css.yours} x="152" y="4" width="20" height="88" rx="7" />
    </svg>
  );
}

export function ChatPlaceholder({
  title,
  text,
  size = "d24",
  heading: Heading = "h2",
  children,
}: {
  title: ReactNode;
  text: ReactNode;
  size?: "d24" | "d32";
  heading?: "h1" | "h2";
  children?: ReactNode;
}) {
  return (
    <div className={css.welcome}>
      <TwoPlates className={css.above} />
      <Heading className={classNames(typography.display, typography[size])}>{title}</Heading>
      <p className={typography.muted}>{text}</p>
      {children}
    </div>
  );
}
