import { ArrowRight } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { articlePath } from "#web/domains/site/help/article.ts";
import { POPULAR } from "#web/domains/site/help/articles.ts";
import css from "#web/screens/help/hero.module.css";
import { loadSearch } from "#web/screens/help/use-search.ts";
import { SEARCH_TEXT_MAX } from "#web/screens/help/use-search-text.ts";
import { Pulse } from "#web/ui/brand/pulse.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  text: string;
  onType: (text: string) => void;
  /** Compact: without the shortcuts to popular articles. */
  isCompact: boolean;
  /** The page is still the prerendered one, which ignores the query. */
  isPrerendered: boolean;
}

/** Dimensions of the heartbeat line beside the search field, for the full and the compact height. */
const HIGH = { height: 280, at: 96, spike: 150, base: 188 } as const;
const LOW = { height: 200, at: 150, spike: 84, base: 116 } as const;

export function Hero({ text, onType, isCompact, isPrerendered }: Props) {
  return (
    <section className={classNames(css.hero, isCompact && css.short, isPrerendered && css.drawn)}>
      <Pulse className={css.pulse} {...(isCompact ? LOW : HIGH)} width={430} thickness={10} />
      <div className={css.inside}>
        <h1 className={classNames(typography.display, css.title)}>How can we help?</h1>
        <SearchField text={text} onType={onType} />
        {!isCompact && <Popular />}
      </div>
    </section>
  );
}

function SearchField({ text, onType }: Pick<Props, "text" | "onType">) {
  const input = useRef<HTMLInputElement>(null);
  // Keeps what was typed before hydration.
  const takeEarlyInput = useEffectEvent(() => {
    const typed = input.current?.value ?? "";
    if (typed !== text) onType(typed);
  });
  useEffect(() => takeEarlyInput(), []);
  // A failed load is reported where the results would be.
  const prepare = () => void loadSearch().catch(() => {});
  return (
    // A form, so that the search works before hydration: the browser submits the query as a URL parameter.
    // biome-ignore lint/a11y/useSemanticElements: React's types know no search element with an action.
    <form
      role="search"
      action="/help"
      className={css.search}
      onSubmit={(event) => {
        event.preventDefault();
        // On touch devices a blur closes the keyboard, so that the results are visible.
        if (matchMedia("(hover: none)").matches) input.current?.blur();
      }}
    >
      <SearchInput
        inputRef={input}
        name="q"
        label="Search articles"
        className={css.input}
        autoCapitalize="none"
        maxLength={SEARCH_TEXT_MAX}
        value={text}
        onFocus={prepare}
        onChange={onType}
      />
    </form>
  );
}

const Popular = () => (
  <nav aria-label="Popular articles">
    <ul className={css.popular}>
      {POPULAR.map(({ id, title }) => (
        <li key={id}>
          <Link to={articlePath(id)}>
            {title}
            <ArrowRight aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
