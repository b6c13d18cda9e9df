import { ConsoleLink } from "#web/console/console-link.tsx";
import { GUIDE, type GuideSection } from "#web/console/guide/guide.ts";
import css from "#web/console/guide/guide-page.module.css";
import { RecordPage } from "#web/console/record-page.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

const idOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

function Part({ section: { title, text, steps, entries } }: { section: GuideSection }) {
  const id = idOf(title);
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={css.section}>
      <h2 id={`${id}-title`} className={classNames(typography.display, typography.d24)}>
        {title}
      </h2>
      {text && <p>{text}</p>}
      {steps && (
        <ol className={css.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {entries && (
        <dl className={css.entries}>
          {entries.map(({ name, texts }) => (
            <div key={name}>
              <dt className={typography.strong}>{name}</dt>
              {texts.map((one) => (
                <dd key={one}>{one}</dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

export function GuidePage() {
  return (
    <RecordPage title="Guide">
      <nav aria-label="In this guide" className={css.contents}>
        {GUIDE.map(({ title }) => {
          const id = idOf(title);
          return (
            <ConsoleLink
              key={id}
              to={`#${id}`}
              onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
            >
              {title}
            </ConsoleLink>
          );
        })}
      </nav>
      {GUIDE.map((section) => (
        <Part key={section.title} section={section} />
      ))}
    </RecordPage>
  );
}
