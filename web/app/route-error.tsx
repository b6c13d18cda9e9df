import { useEffect } from "react";
import { useRouteError } from "react-router";
import { LostPulse } from "#web/ui/brand/lost-pulse.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/dead-end.module.css";
import typography from "#web/ui/typography.module.css";

export function RouteError() {
  const error = useRouteError();
  useEffect(() => console.error("A screen could not be shown", error), [error]);
  return (
    <section className={css.page} role="alert">
      <title>Something broke · Spotter</title>
      <LostPulse className={css.art} />
      <h1 className={classNames(typography.display, typography.d32)}>Unexpected Application Error!</h1>
      <p className={typography.muted}>
        This screen missed a beat. Nothing you sent is lost. Loading it again usually does it.
      </p>
      <div className={css.actions}>
        <Button size="lg" onClick={() => location.reload()}>
          Reload
        </Button>
        <ButtonLink variant="line" size="lg" to="/" reloadDocument>
          Back to Home
        </ButtonLink>
      </div>
    </section>
  );
}
