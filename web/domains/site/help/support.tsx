import css from "#web/domains/site/help/support.module.css";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

export const SupportLink = ({ wide = false }: { wide?: boolean }) => (
  <ButtonLink variant="line" to="/contact" wide={wide}>
    Contact Support
  </ButtonLink>
);

export const SupportBand = () => (
  <section className={css.band} aria-labelledby="support">
    <div>
      <h2 id="support" className={classNames(typography.display, typography.d24)}>
        Still stuck?
      </h2>
      <p className={typography.muted}>Write to us. A person reads it, and answers within 24-48 hours.</p>
    </div>
    <SupportLink />
  </section>
);
