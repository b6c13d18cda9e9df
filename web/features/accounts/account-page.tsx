import { type ReactNode, useEffect, useRef } from "react";
import css from "#web/features/accounts/account-page.module.css";
import { LostPulse } from "#web/ui/brand/lost-pulse.tsx";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Delayed } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import typography from "#web/ui/typography.module.css";

/**
 * One thing to do or to know, on a page of its own. Its heading takes the focus when it comes, so give each state its own.
 * @param title the document's
 */
export function AccountPage({
  title,
  heading,
  art,
  children,
}: {
  title: string;
  heading: string;
  art?: ReactNode;
  children: ReactNode;
}) {
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => name.current?.focus({ preventScroll: true }), []);
  return (
    <div className={css.page}>
      <title>{`${title} · Spotter`}</title>
      <section className={classNames(card.sheet, css.card)}>
        {art && <div className={css.art}>{art}</div>}
        <h1 ref={name} tabIndex={-1} className={classNames(typography.display, typography.d32, css.name)}>
          {heading}
        </h1>
        {children}
      </section>
    </div>
  );
}

/** While the server is asked about a link. */
export function AskingPage({ title, heading }: { title: string; heading: string }) {
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

/** Where a link could not be asked about; trying again may help. */
export const UncheckedPage = ({
  onRetry,
  why,
  ...page
}: {
  title: string;
  heading: string;
  why: string;
  onRetry: () => void;
}) => (
  <AccountPage key="failed" art={<LostPulse className={css.lost} />} {...page}>
    <p role="alert">{why}</p>
    <Ways>
      <Button size="lg" onClick={onRetry}>
        Try again
      </Button>
    </Ways>
  </AccountPage>
);

/** The ways on, under what a page says. */
export const Ways = ({ children }: { children: ReactNode }) => <div className={css.ways}>{children}</div>;
