import { useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import css from "#web/features/support/cookie-notice.module.css";
import { getTagId } from "#web/lib/analytics.ts";
import { hasGlobalPrivacyControl, saveConsent, useConsent } from "#web/lib/analytics-consent.ts";
import { trackPageView } from "#web/lib/analytics-tag.ts";
import { SILENT_NAVIGATION } from "#web/lib/navigation-state.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** A link to this part of any page asks again: what was said can be taken back at any time. */
const AGAIN = "cookie-choice";

/**
 * Asks once whether analytics may be used, and loads the operator's tag where it may. To be drawn only where there is a tag.
 * @param quiet asks later: this screen needs its lower edge
 */
export function CookieNotice({ quiet }: { quiet: boolean }) {
  const consent = useConsent();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (consent === "yes") trackPageView(getTagId(), pathname);
  }, [consent, pathname]);

  const again = hash === `#${AGAIN}` && !hasGlobalPrivacyControl();
  if (!again && (consent !== undefined || quiet)) return null;

  const say = async (said: "yes" | "no") => {
    if (again) await navigate({ pathname, search }, { replace: true, state: SILENT_NAVIGATION });
    // What had the focus goes.
    document.getElementById("main")?.focus({ preventScroll: true });
    saveConsent(said);
  };
  return (
    <section className={css.notice} aria-labelledby={AGAIN}>
      <div>
        <h2 id={AGAIN} tabIndex={-1} className={classNames(typography.strong, css.name)}>
          Cookies for counting visits?
        </h2>
        <p className={typography.small}>
          Google counts pages, profile saves and purchases. Never your name or messages.{" "}
          <Link to="/cookie-policy" className={css.more}>
            Cookie policy
          </Link>
        </p>
      </div>
      <div className={css.ways}>
        <Button variant="line" onClick={() => say("no")}>
          No thanks
        </Button>
        <Button variant="line" onClick={() => say("yes")}>
          Allow
        </Button>
      </div>
    </section>
  );
}
