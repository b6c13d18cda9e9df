import { CreditCard, Dumbbell, Flag, MessageCircle, ShieldCheck, UserRound } from "lucide-react";
import { type Ref, useEffect, useRef } from "react";
import { CATEGORIES, type CategoryId, categoryPath } from "#web/domains/site/help/article.ts";
import { listArticles } from "#web/domains/site/help/articles.ts";
import css from "#web/screens/help/topics.module.css";
import card from "#web/ui/card.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

const ICONS = {
  "getting-started": Flag,
  "your-gym": Dumbbell,
  messages: MessageCircle,
  profile: UserRound,
  safety: ShieldCheck,
  account: CreditCard,
} as const satisfies Record<CategoryId, unknown>;

export const Topics = ({ heading }: { heading: Ref<HTMLHeadingElement> }) => (
  <section aria-labelledby="topics">
    <h2 id="topics" ref={heading} tabIndex={-1} className={typography.hidden}>
      Topics
    </h2>
    <ul className={css.cards}>
      {CATEGORIES.map(({ id, name, summary }) => {
        const Icon = ICONS[id];
        return (
          <li key={id}>
            <Link to={categoryPath(id)} className={classNames(card.card, css.card)}>
              <Icon aria-hidden="true" />
              <span className={css.textBlock}>
                <b>{name}</b>
                <span className={classNames(typography.small, typography.muted, css.summary)}>{summary}</span>
                <span className={classNames(typography.small, typography.muted, typography.number)}>
                  {listArticles(id).length} articles
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  </section>
);

/** If the row scrolls, the current category is centered. */
export function TopicBar({ current }: { current: CategoryId }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const chip = bar.current?.querySelector<HTMLElement>(`[href="${categoryPath(current)}"]`);
    if (bar.current && chip)
      bar.current.scrollLeft = chip.offsetLeft - (bar.current.clientWidth - chip.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={bar} aria-label="Topics" className={css.bar}>
      <ul>
        <li>
          <Link to="/help" className={css.chip}>
            All topics
          </Link>
        </li>
        {CATEGORIES.map(({ id, name }) => (
          <li key={id}>
            <Link to={categoryPath(id)} className={css.chip} aria-current={id === current ? "page" : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
