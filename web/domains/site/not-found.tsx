import { Rack } from "#web/ui/brand/rack.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/dead-end.module.css";
import typography from "#web/ui/typography.module.css";

export function Component() {
  return (
    <section className={css.page}>
      <title>Page not found · Spotter</title>
      <Rack className={css.art} />
      <h1 className={classNames(typography.display, typography.d40)}>Nothing on this rack.</h1>
      <p className={typography.muted}>
        The page you are looking for has been moved, or was never here. Check the address, or start again from home.
      </p>
      <div className={css.actions}>
        <ButtonLink size="lg" to="/">
          Back to Home
        </ButtonLink>
        <ButtonLink variant="line" size="lg" to="/help">
          Help Center
        </ButtonLink>
      </div>
    </section>
  );
}
