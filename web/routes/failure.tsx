import { useEffect } from "react";
import { useRouteError } from "react-router";
import css from "#web/routes/dead-end.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { LostPulse } from "#web/ui/lost-pulse.tsx";
import type from "#web/ui/type.module.css";

/** Where a screen should have been: what to do now. */
export function RouteFailure() {
  const error = useRouteError();
  useEffect(() => console.error("A screen could not be shown", error), [error]);
  return (
    <section className={css.page} role="alert">
      <title>Something broke · Spotter</title>
      <LostPulse className={css.art} />
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
