import type { ReactNode } from "react";
import css from "#web/features/onboarding/welcome.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** The last screen: the two ways in. */
export function Welcome({ art, onSignup, onLogin }: { art: ReactNode; onSignup: () => void; onLogin: () => void }) {
  return (
    <div className={css.welcome}>
      <div className={css.art}>{art}</div>
      <div className={css.ways}>
        <h1 tabIndex={-1} className={classNames(typography.display, css.title)}>
          Meet someone who trains
        </h1>
        <Button variant="crush" size="lg" wide className={css.way} onClick={onSignup}>
          CREATE ACCOUNT
        </Button>
        <Button variant="line" size="lg" wide className={css.way} onClick={onLogin}>
          I ALREADY HAVE AN ACCOUNT
        </Button>
      </div>
    </div>
  );
}
