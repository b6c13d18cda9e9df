import type { ReactNode } from "react";
import css from "#web/design/design.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** A part of the page, with an id and a title that the navigation links to. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={css.part} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={classNames(typography.display, typography.d32)}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/**
 * A component in its states, with its name and its import.
 * @param file its path, such as `#web/ui/button.tsx`; `e2e/screens/component-gallery.spec.ts` checks that every file of
 *   `ui` is shown
 * @param names the exports of that file
 */
export function Piece({
  file,
  names,
  says,
  children,
}: {
  file: `#web/${string}`;
  names: string;
  says?: string;
  children: ReactNode;
}) {
  return (
    <article className={css.piece} data-piece={file}>
      <h3 className={classNames(typography.display, typography.d20)}>{names}</h3>
      <code className={css.code}>{`import { ${names} } from "${file}"`}</code>
      {says && <p className={typography.muted}>{says}</p>}
      {children}
    </article>
  );
}

/** States in a row that wraps. */
export const StateRow = ({ children }: { children: ReactNode }) => <div className={css.states}>{children}</div>;

/** One state of a component, with its name above. @param block whether it fills the width */
export function State({ name, block = false, children }: { name: string; block?: boolean; children: ReactNode }) {
  return (
    <div className={classNames(css.state, block && css.block)}>
      <p className={classNames(typography.tiny, typography.strong)}>{name}</p>
      {children}
    </div>
  );
}
