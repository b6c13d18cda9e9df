import { useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import css from "#web/features/support/cookie-notice.module.css";
import { tagId } from "#web/lib/analytics.ts";
import { browserSaysNo, sayConsent, useConsent } from "#web/lib/analytics-consent.ts";
import { noteVisit } from "#web/lib/analytics-tag.ts";
import { STAY } from "#web/lib/staying.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import type from "#web/ui/type.module.css";

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
    if (consent === "yes") noteVisit(tagId(), pathname);
  }, [consent, pathname]);

  const again = hash === `#${AGAIN}` && !browserSaysNo();
  if (!again && (consent !== undefined || quiet)) return null;

  const say = async (said: "yes" | "no") => {
    if (again) await navigate({ pathname, search }, { replace: true, state: STAY });
    // What had the focus goes.
    document.getElementById("main")?.focus({ preventScroll: true });
    sayConsent(said);
  };
  return (
    <section className={css.notice} aria-labelledby={AGAIN}>
      <div>
        <h2 id={AGAIN} tabIndex={-1} className={classNames(type.strong, css.name)}>
          Cookies for counting visits?
        </h2>
        <p className={type.small}>
          Google counts pages, profile saves and purchases. Never your name or messages.{" "}
          <Link to="/cookie-policy" className={css.more}>
            Cookie policy
          </Link>
        </p>
      </div>
      <div className={css.ways}>
        <Button look="line" onClick={() => say("no")}>
          No thanks
        </Button>
        <Button look="line" onClick={() => say("yes")}>
          Allow
        </Button>
      </div>
    </section>
  );
}
