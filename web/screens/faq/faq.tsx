import { Plus } from "lucide-react";
import { useLocation } from "react-router";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import css from "#web/screens/faq/faq.module.css";
import { QUESTIONS } from "#web/screens/faq/questions.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { PageMeta } from "#web/ui/page-meta.tsx";
import typography from "#web/ui/typography.module.css";

/** The URL's fragment opens a question. */
export function Component() {
  const { hash } = useLocation();
  // The prerendered page is the same for every fragment.
  const named = useHydrated() ? hash.slice(1) : "";
  return (
    <div className={css.page}>
      <PageMeta
        title="Frequently asked questions"
        description="What a crush costs, how matches work, who can see where you are, how to cancel, and what happens when you delete your account."
      />
      <h1 className={classNames(typography.display, css.title)}>Good questions</h1>
      <p className={css.intro}>Asked often, answered short.</p>
      {QUESTIONS.map(({ title, questions }) => (
        <section key={title} className={css.group}>
          <h2 className={classNames(typography.display, typography.d24)}>{title}</h2>
          {questions.map(({ id, asked, answer }) => (
            <details key={id} id={id} className={css.question} open={id === named}>
              <summary>
                {asked}
                <Plus aria-hidden="true" />
              </summary>
              <div className={css.answer}>{answer}</div>
            </details>
          ))}
        </section>
      ))}
      <section className={css.more} aria-labelledby="more">
        <h2 id="more" className={classNames(typography.display, typography.d24)}>
          Yours is not here?
        </h2>
        <p className={typography.muted}>
          The Help Center has whole articles, and our support usually answers within 24-48 hours.
        </p>
        <div className={css.actions}>
          <ButtonLink to="/help">Help Center</ButtonLink>
          <ButtonLink variant="line" to="/contact">
            Contact Support
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
