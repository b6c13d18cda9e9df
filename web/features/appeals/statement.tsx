import type { Appeal } from "#web/features/appeals/appeals.queries.ts";
import css from "#web/features/appeals/statement.module.css";
import { formatDate } from "#web/lib/format-date.ts";

/** What was decided and why, as the email said. */
export function Statement({ statement }: Pick<Appeal, "statement">) {
  const { acts, facts, rule, words, automated, decidedAt } = statement;
  return (
    <dl className={css.facts}>
      <div>
        <dt>What we decided on {formatDate(decidedAt)}</dt>
        {acts.map((act) => (
          <dd key={act}>{act}</dd>
        ))}
      </div>
      {facts !== "" && (
        <div>
          <dt>What we found</dt>
          <dd>{facts}</dd>
        </div>
      )}
      <div>
        <dt>The rule</dt>
        <dd>{rule}</dd>
      </div>
      {words !== "" && (
        <div>
          <dt>The reason</dt>
          <dd>{words}</dd>
        </div>
      )}
      <div>
        <dt>Who decided it</dt>
        <dd>{automated ? "Our system, by itself" : "A person"}</dd>
      </div>
    </dl>
  );
}

/** What the member wrote, and what became of it. */
export function SentAppeal({ appeal }: { appeal: NonNullable<Appeal["appeal"]> }) {
  return (
    <dl className={css.facts}>
      <div>
        <dt>What you wrote on {formatDate(appeal.sentAt)}</dt>
        <dd>{appeal.words}</dd>
      </div>
      {appeal.answer !== "" && (
        <div>
          <dt>Our answer</dt>
          <dd>{appeal.answer}</dd>
        </div>
      )}
    </dl>
  );
}
