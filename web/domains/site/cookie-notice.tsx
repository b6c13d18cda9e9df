import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import css from "#web/domains/site/cookie-notice.module.css";
import { getTagId } from "#web/lib/analytics.ts";
import { hasGlobalPrivacyControl, saveConsent, useConsent } from "#web/lib/analytics-consent.ts";
import { trackPageView } from "#web/lib/analytics-tag.ts";
import { SILENT_NAVIGATION } from "#web/lib/navigation-state.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useLayer } from "#web/ui/layers.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

/** Fragment that opens the notice again, so that consent can be withdrawn at any time. */
const REOPEN_FRAGMENT = "cookie-choice";

/**
 * The analytics tag loads only after consent. Render the notice only if a tag is configured.
 * @param quiet postpones the notice, on screens that need their lower edge
 */
export function CookieNotice({ quiet }: { quiet: boolean }) {
  const consent = useConsent();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (consent === "yes") trackPageView(getTagId(), pathname);
  }, [consent, pathname]);

  const isReopened = hash === `#${REOPEN_FRAGMENT}` && !hasGlobalPrivacyControl();
  const isShown = isReopened || (consent === undefined && !quiet);
  useLayer("bar", isShown);
  if (!isShown) return null;

  const choose = async (choice: "yes" | "no") => {
    if (isReopened) await navigate({ pathname, search }, { replace: true, state: SILENT_NAVIGATION });
    // The focused button is about to be removed.
    document.getElementById("main")?.focus({ preventScroll: true });
    saveConsent(choice);
  };
  return (
    <section className={css.notice} aria-labelledby={REOPEN_FRAGMENT}>
      <div>
        <h2 id={REOPEN_FRAGMENT} tabIndex={-1} className={classNames(typography.strong, css.name)}>
          Cookies for counting visits?
        </h2>
        <p className={typography.small}>
          Google counts pages, profile saves and purchases. Never your name or messages.{" "}
          <Link to="/cookie-policy" className={css.more}>
            Cookie policy
          </Link>
        </p>
      </div>
      <div className={css.actions}>
        <Button variant="line" onClick={() => choose("no")}>
          No thanks
        </Button>
        <Button variant="line" onClick={() => choose("yes")}>
          Allow
        </Button>
      </div>
    </section>
  );
}
