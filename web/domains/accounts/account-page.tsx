import { type ReactNode, useEffect, useRef } from "react";
import css from "#web/domains/accounts/account-page.module.css";
import { LostPulse } from "#web/ui/brand/lost-pulse.tsx";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Delayed } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import typography from "#web/ui/typography.module.css";

/**
 * The heading takes the focus on mount, so give each state a `key` of its own.
 * @param title the document's title
 * @param isWide for more than a few sentences
 */
export function AccountPage({
  title,
  heading,
  art,
  isWide = false,
  children,
}: {
  title: string;
  heading: string;
  art?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), []);
  return (
    <div className={css.page}>
      <title>{`${title} · Spotter`}</title>
      <section className={classNames(card.sheet, css.card, isWide && css.wideCard)}>
        {art && <div className={css.art}>{art}</div>}
        <h1 ref={headingRef} tabIndex={-1} className={classNames(typography.display, typography.d32, css.name)}>
          {heading}
        </h1>
        {children}
      </section>
    </div>
  );
}

export function LinkCheckingPage({ title, heading }: { title: string; heading: string }) {
  return (
    <div className={css.page}>
      <title>{`${title} · Spotter`}</title>
      <Delayed>
        <section className={classNames(card.sheet, css.card)}>
          <h1 className={classNames(typography.display, typography.d32, css.name)}>{heading}</h1>
          <p className={css.asking} role="status">
            <Spinner />
            One moment...
          </p>
        </section>
      </Delayed>
    </div>
  );
}

/** For example because the network failed; offers a retry. */
export const LinkCheckFailedPage = ({
  onRetry,
  message,
  ...page
}: {
  title: string;
  heading: string;
  message: string;
  onRetry: () => void;
}) => (
  <AccountPage key="failed" art={<LostPulse className={css.lost} />} {...page}>
    <p role="alert">{message}</p>
    <PageActions>
      <Button size="lg" onClick={onRetry}>
        Try again
      </Button>
    </PageActions>
  </AccountPage>
);

export const PageActions = ({ children }: { children: ReactNode }) => <div className={css.actions}>{children}</div>;
