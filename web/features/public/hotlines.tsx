import css from "#web/features/public/hotlines.module.css";

/** Numbers in the United States that answer day and night. */
const LINES = [
  { name: "National Domestic Violence Hotline", number: "800-799-7233" },
  { name: "Sexual assault (RAINN)", number: "800-656-4673" },
  { name: "Suicide and crisis: call or text", number: "988" },
  { name: "Human trafficking", number: "888-373-7888" },
] as const;

/** Whom to call, before anything else. */
export function Hotlines() {
  return (
    <aside className={css.box} aria-labelledby="hotlines">
      <h2 id="hotlines">In danger right now? Call 911.</h2>
      <p>Leave first, explain later. These lines are free, confidential and open day and night:</p>
      <dl className={css.lines}>
        {LINES.map(({ name, number }) => (
          <div key={number}>
            <dt>{name}</dt>
            <dd>
              <a href={`tel:${number.replaceAll("-", "")}`}>{number}</a>
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
