import { ArrowRight, Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Link } from "react-router";
import { articlePath } from "#web/features/help/article.ts";
import { POPULAR } from "#web/features/help/articles.ts";
import css from "#web/features/help/hero.module.css";
import { ASKED_MAX } from "#web/features/help/use-asked.ts";
import { loadSearch } from "#web/features/help/use-search.ts";
import { Pulse } from "#web/ui/brand/pulse.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  text: string;
  onType: (text: string) => void;
  /** Without the shortcuts: what somebody has chosen stands higher on the page. */
  short: boolean;
  /** It is as the build drew it, which knows of no question. */
  drawn: boolean;
}

/** The heartbeat beside the search, as high as the part it stands in. */
const HIGH = { height: 280, at: 96, spike: 150, base: 188 } as const;
const LOW = { height: 200, at: 150, spike: 84, base: 116 } as const;

/** The question, the field to search with, and the way to what most people ask. */
export function Hero({ text, onType, short, drawn }: Props) {
  return (
    <section className={classNames(css.hero, short && css.short, drawn && css.drawn)}>
      <Pulse className={css.pulse} {...(short ? LOW : HIGH)} width={430} thickness={10} />
      <div className={css.inside}>
        <h1 className={classNames(typography.display, css.title)}>How can we help?</h1>
        <SearchField text={text} onType={onType} />
        {!short && <Popular />}
      </div>
    </section>
  );
}

function SearchField({ text, onType }: Pick<Props, "text" | "onType">) {
  const input = useRef<HTMLInputElement>(null);
  // What was typed before the page could hear it is not lost.
  const hear = useEffectEvent(() => {
    const early = input.current?.value ?? "";
    if (early !== text) onType(early);
  });
  useEffect(() => hear(), []);
  // A failure is said where the results would be.
  const prepare = () => void loadSearch().catch(() => {});
  return (
    // A form, so that it works before any script does: the address is the question's.
    // biome-ignore lint/a11y/useSemanticElements: React's types know no search element with an action.
    <form
      role="search"
      action="/help"
      className={css.search}
      onSubmit={(event) => {
        event.preventDefault();
        // Phones put their keyboard away, and the results are seen.
        if (matchMedia("(hover: none)").matches) input.current?.blur();
      }}
    >
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="search"
        name="q"
        className={css.input}
        aria-label="Search articles"
        placeholder="Search articles"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
        maxLength={ASKED_MAX}
        value={text}
        onFocus={prepare}
        onChange={({ target }) => onType(target.value)}
      />
      {text !== "" && (
        <IconButton
          label="Clear search"
          className={css.clear}
          onClick={() => {
            onType("");
            input.current?.focus();
          }}
        >
          <X />
        </IconButton>
      )}
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
