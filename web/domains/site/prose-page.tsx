import { ArrowLeft, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import css from "#web/domains/site/prose-page.module.css";
import { formatDate } from "#web/lib/format-date.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { PageMeta } from "#web/ui/page-meta.tsx";
import typography from "#web/ui/typography.module.css";

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly brief?: string;
  readonly body: ReactNode;
}

/**
 * @param lead shown before the first section
 * @param binding the text is legally binding: summaries are marked as not being part of it
 */
export function ProsePage({
  title,
  description,
  intro,
  lead,
  binding = false,
  sections,
}: {
  title: string;
  description: string;
  intro: ReactNode;
  lead?: ReactNode;
  binding?: boolean;
  sections: readonly Section[];
}) {
  const contents = (
    <ol className={css.contents}>
      {sections.map(({ id, title: name }) => (
        <li key={id}>
          <Link to={`#${id}`}>{name}</Link>
        </li>
      ))}
    </ol>
  );
  return (
    <article className={css.page}>
      <PageMeta title={title} description={description} />
      <header className={css.head}>
        <Link to="/" className={css.home}>
          <ArrowLeft aria-hidden="true" />
          Back to Home
        </Link>
        <h1 className={classNames(typography.display, css.title)}>{title}</h1>
        <div className={css.date}>
          <EffectiveDate />
        </div>
        <div className={css.intro}>{intro}</div>
      </header>
      <nav className={css.rail} aria-label="On this page">
        <h2 className={css.railTitle}>On this page</h2>
        {contents}
      </nav>
      <details className={css.fold}>
        <summary>
          On this page
          <ChevronDown aria-hidden="true" />
        </summary>
        <nav aria-label="On this page">{contents}</nav>
      </details>
      <div className={css.text}>
        {lead}
        {sections.map(({ id, title: name, brief, body }) => (
          <section key={id} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} className={classNames(typography.display, typography.d24)}>
              {name}
            </h2>
            {brief && (
              <p className={binding ? css.brief : css.lead}>
                {binding && <b>In short</b>}
                {brief}
              </p>
            )}
            {body}
          </section>
        ))}
      </div>
    </article>
  );
}

/** In the reader's time zone, set by the browser; the prerendered HTML contains 'today'. */
function EffectiveDate() {
  const hydrated = useHydrated();
  const day = formatDate(new Date().toISOString());
  return (
    <p>
      Effective date: <time>{hydrated ? day : "today"}</time>
    </p>
  );
}
