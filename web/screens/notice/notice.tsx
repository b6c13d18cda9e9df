import { EmergencyNumbers } from "#web/domains/moderation/reports/emergency-numbers.tsx";
import css from "#web/domains/site/contact-page.module.css";
import { NoticeForm } from "#web/screens/notice/notice-form.tsx";
import card from "#web/ui/card.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { PageMeta } from "#web/ui/page-meta.tsx";
import typography from "#web/ui/typography.module.css";

/** Where anyone, member or not, notifies the operator of illegal content. */
export function Component() {
  return (
    <div className={css.page}>
      <PageMeta
        title="Report content"
        description="Tell Spotter about illegal content or an intimate picture shown without consent. No account needed. Intimate pictures are decided within 48 hours."
      />
      <header className={css.head}>
        <h1 className={classNames(typography.display, css.title)}>Report content</h1>
        <p className={css.lead}>Anyone can write here, with or without an account. A person reads it and decides.</p>
      </header>
      <section className={css.topics} aria-labelledby="next">
        <h2 id="next" className={classNames(typography.display, typography.d20)}>
          What happens next
        </h2>
        <ol className={css.steps}>
          <li>You get a number, here and by email.</li>
          <li>
            We look at <b>intimate pictures within 48 hours</b>, at content with minors within 4 hours, at everything
            else within a day as a rule.
          </li>
          <li>What breaks the law or our rules is removed. Copies of a removed picture are held back when uploaded.</li>
          <li>We write you what we decided. The member who posted it is not told who wrote to us.</li>
        </ol>
        <p className={classNames(typography.small, typography.muted)}>
          Is a member bothering you, and you have an account?{" "}
          <Link to="/safety#report" className={css.link}>
            Report them
          </Link>{" "}
          from their profile or your chat: that keeps what we have to see. If someone is in danger now, call{" "}
          <EmergencyNumbers className={css.link} /> first.
        </p>
        <p className={classNames(typography.small, typography.muted)}>
          A free service that keeps a fingerprint of an intimate picture without seeing it, so that many platforms hold
          copies back:{" "}
          <a href="https://stopncii.org" className={css.link}>
            StopNCII.org
          </a>
          , and for pictures of minors{" "}
          <a href="https://takeitdown.ncmec.org" className={css.link}>
            Take It Down
          </a>
          .
        </p>
      </section>
      <section className={classNames(card.sheet, css.card)} aria-labelledby="write">
        <h2 id="write" className={classNames(typography.display, typography.d24)}>
          Your notice
        </h2>
        <NoticeForm />
      </section>
    </div>
  );
}
