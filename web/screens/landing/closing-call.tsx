import site from "#web/domains/site/drawings/site.module.css";
import css from "#web/screens/landing/closing-call.module.css";
import { heartbeatPath } from "#web/ui/brand/beat.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";

export function ClosingCall() {
  return (
    <section className={css.closing}>
      <svg className={css.pulse} viewBox="0 0 1440 200" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
        <path
          d={`M-800 110${heartbeatPath(250, 88)}${heartbeatPath(1090, 88)}H2400`}
          fill="none"
          stroke="var(--crush)"
          strokeWidth="14"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <div className={classNames(site.wrap, css.inside)}>
        <h2 className={site.hero}>Nobody lifts alone here.</h2>
        <Button variant="crush" size="lg" className={css.start} data-to="/browse">
          Start Crushing
        </Button>
      </div>
    </section>
  );
}
