import type { ReactNode } from "react";
import { formatDate } from "#web/lib/format-date.ts";
import type { Decision } from "#web/screens/appeal/appeals.requests.ts";
import css from "#web/screens/appeal/statement.module.css";
import { Link } from "#web/ui/link.tsx";

export function Statement({ statement }: { statement: NonNullable<Decision["statement"]> }) {
  const { acts, facts, rule, words, automated, decidedAt } = statement;
  return (
    <dl className={css.statement}>
      <Part title="What we decided">
        <ul>
          {acts.map((act) => (
            <li key={act}>{act}</li>
          ))}
        </ul>
      </Part>
      {facts !== "" && (
        <Part title="What we found">
          <p className={css.written}>{facts}</p>
        </Part>
      )}
      <Part title="The rule">
        <p>
          {rule}. It is in our{" "}
          <Link to="/community-guidelines" className={css.link}>
            community guidelines
          </Link>{" "}
          and terms.
        </p>
      </Part>
      {words !== "" && (
        <Part title="The reason">
          <p className={css.written}>{words}</p>
        </Part>
      )}
      <Part title="How it was decided">
        <p>
          {automated ? "By our system, not by a person" : "By a person, not by a computer"}, on {formatDate(decidedAt)}.
          It applies everywhere on Spotter.
        </p>
      </Part>
    </dl>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={css.part}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

/** The member's own words, or the answer to them. */
export const Written = ({ title, text }: { title: string; text: string }) => (
  <figure className={css.quote}>
    <figcaption>{title}</figcaption>
    <blockquote className={css.written}>{text}</blockquote>
  </figure>
);
