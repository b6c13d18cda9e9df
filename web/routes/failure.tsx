import { useEffect } from "react";
import { useRouteError } from "react-router";
import css from "#web/routes/dead-end.module.css";
import { beat } from "#web/ui/beat.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import type from "#web/ui/type.module.css";

/** Where a screen should have been: what to do now. */
export function RouteFailure() {
  const error = useRouteError();
  useEffect(() => console.error("A screen could not be shown", error), [error]);
  return (
    <section className={css.page} role="alert">
      <title>Something broke · Spotter</title>
      <svg className={css.art} viewBox="0 0 340 120" fill="none" aria-hidden="true">
        <g strokeWidth="8" strokeLinecap="round" strokeLinejoin="round">
          <path d={`M0 70${beat(52, 52)}h20`} stroke="var(--crush)" />
          <path d="M196 70h6M226 70h6M256 70h6M286 70h6M316 70h6" stroke="var(--border)" />
        </g>
      </svg>
      <h1 className={classNames(type.display, type.d32)}>Unexpected Application Error!</h1>
      <p className={type.muted}>
        This screen missed a beat. Nothing you sent is lost. Loading it again usually does it.
      </p>
      <div className={css.actions}>
        <Button size="lg" onClick={() => location.reload()}>
          Reload
        </Button>
        <ButtonLink look="line" size="lg" to="/" reloadDocument>
          Back to Home
        </ButtonLink>
      </div>
    </section>
  );
}
