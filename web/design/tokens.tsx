import { type CSSProperties, useSyncExternalStore } from "react";
import { contrast } from "#web/design/contrast.ts";
import css from "#web/design/design.module.css";
import { colours, named, PAIRS, type Token } from "#web/design/token-list.ts";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** Calls the listener whenever the document's theme changes. */
function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/** The values of tokens in the current theme. */
function useValues(): (name: string) => string {
  useSyncExternalStore(subscribe, () => document.documentElement.dataset["theme"]);
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(name);
}

function Swatches() {
  const read = useValues();
  return (
    <ul className={css.swatches}>
      {colours.map(({ name, says }) => (
        <li key={name}>
          <i style={{ "--shown": `var(${name})` } as CSSProperties} aria-hidden="true" />
          <b>{name}</b>
          <span className={classNames(typography.tiny, typography.muted)}>{read(name)}</span>
          {says && <span className={classNames(typography.tiny, typography.muted)}>{says}</span>}
        </li>
      ))}
    </ul>
  );
}

function Contrasts() {
  const read = useValues();
  return (
    <ul className={css.pairs}>
      {PAIRS.map(([fore, ground, least]) => {
        const ratio = contrast(read(fore), read(ground));
        return (
          <li key={`${fore} ${ground}`} data-contrast={ratio >= least ? "enough" : "too little"}>
            {/* Pairs for graphics show a block, pairs for text show letters. */}
            <span style={{ color: `var(${fore})`, background: `var(${ground})` }} aria-hidden="true">
              {least < 4.5 ? "■" : "Aa"}
            </span>
            <span>
              {fore} on {ground}: <b className={typography.number}>{ratio.toFixed(1)}</b> of {least}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Scale({ of, draw }: { of: readonly Token[]; draw: (token: Token) => CSSProperties }) {
  return (
    <ul className={css.scale}>
      {of.map((token) => (
        <li key={token.name}>
          <i style={draw(token)} aria-hidden="true" />
          <b>{token.name}</b>
          <span className={classNames(typography.small, typography.muted)}>
            {token.value}
            {token.says && `: ${token.says}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

const Title = ({ children }: { children: string }) => (
  <h3 className={classNames(typography.display, typography.d20, css.title)}>{children}</h3>
);

/** Samples of every token. */
export function Tokens() {
  return (
    <>
      <Title>Colours</Title>
      <Swatches />
      <Title>Contrast</Title>
      <Contrasts />
      <Title>Type</Title>
      <ul className={css.type}>
        {named(/^--[td]\d/).map(({ name, value, says }) => (
          <li key={name}>
            <span
              className={classNames(name.startsWith("--d") && typography.display)}
              style={{ fontSize: `var(${name})` }}
            >
              Strength, 123
            </span>
            <span className={classNames(typography.small, typography.muted)}>
              {name}: {value}
              {says && `, ${says}`}
            </span>
          </li>
        ))}
      </ul>
      <Title>Space</Title>
      <Scale of={named(/^--(s\d|sliver|target)/)} draw={({ name }) => ({ width: `var(${name})` })} />
      <Title>Radius</Title>
      <Scale of={named(/^--r-/)} draw={({ name }) => ({ width: 72, height: 48, borderRadius: `var(${name})` })} />
      <Title>Shadow</Title>
      <Scale
        of={named(/^--lift$/)}
        draw={({ name }) => ({ width: 72, height: 48, background: "var(--raised)", boxShadow: `var(${name})` })}
      />
      <Title>Motion</Title>
      <Scale
        of={named(/^--(ease|press|change|wait|modal|match|draw|turn|breath|crawl)/)}
        draw={() => ({ display: "none" })}
      />
      <Title>Layers</Title>
      <Scale of={named(/^--z-/)} draw={() => ({ display: "none" })} />
    </>
  );
}
