import { Ban } from "lucide-react";
import { useLocation } from "react-router";
import { EmergencyNumbers } from "#web/domains/moderation/reports/emergency-numbers.tsx";
import css from "#web/domains/site/contact-page.module.css";
import type { SessionEndReason } from "#web/lib/session.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { ContactForm } from "#web/screens/contact/contact-form.tsx";
import { ContactTopics } from "#web/screens/contact/contact-topics.tsx";
import { Callout } from "#web/ui/callout.tsx";
import card from "#web/ui/card.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { PageMeta } from "#web/ui/page-meta.tsx";
import typography from "#web/ui/typography.module.css";

/** The navigation state of `useSessionEnd`. */
const SUSPENDED: SessionEndReason = "suspended";

export function Component() {
  const { state } = useLocation() as { state: unknown };
  const hydrated = useHydrated();
  return (
    <div className={css.page}>
      <PageMeta
        title="Contact"
        description="Write to Spotter's support: questions, ideas, trouble with your account or a safety concern. We reply within 24-48 hours."
      />
      <header className={css.head}>
        {hydrated && state === SUSPENDED && (
          <div role="alert" className={css.note}>
            <Callout icon={<Ban aria-hidden="true" />}>
              Your account is suspended, so you have been logged out. Our email says why, and has a link to object. No
              email? Then write to us here.
            </Callout>
          </div>
        )}
        <h1 className={classNames(typography.display, css.title)}>Need a spot?</h1>
        <p className={css.lead}>
          Write to us, and a person reads it. <span className={css.whole}>We reply within 24-48 hours.</span>
        </p>
      </header>
      <section className={css.topics} aria-labelledby="topics">
        <h2 id="topics" className={classNames(typography.display, typography.d20)}>
          Common topics
        </h2>
        <ContactTopics />
        <p className={classNames(typography.small, typography.muted)}>
          Somebody on Spotter makes you feel unsafe? Report them from their profile or your chat: that keeps what we
          have to see. If someone is in danger now, call <EmergencyNumbers className={css.link} /> first.
        </p>
      </section>
      <section className={classNames(card.sheet, css.card)} aria-labelledby="write">
        <h2 id="write" className={classNames(typography.display, typography.d24)}>
          Send us a message
        </h2>
        <ContactForm />
      </section>
    </div>
  );
}
