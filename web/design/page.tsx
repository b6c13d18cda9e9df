import { Buttons } from "#web/design/buttons.tsx";
import css from "#web/design/design.module.css";
import { Drawings } from "#web/design/drawings.tsx";
import { Forms } from "#web/design/forms.tsx";
import { Members } from "#web/design/members.tsx";
import { Part } from "#web/design/piece.tsx";
import { States } from "#web/design/states.tsx";
import { Surfaces } from "#web/design/surfaces.tsx";
import { Tokens } from "#web/design/tokens.tsx";
import { PageMeta } from "#web/ui/page-meta.tsx";
import { chooseTheme, useTheme } from "#web/ui/theme.ts";
import { Toasts } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const PARTS = [
  { id: "tokens", title: "Tokens", Content: Tokens },
  { id: "buttons", title: "Buttons", Content: Buttons },
  { id: "forms", title: "Forms", Content: Forms },
  { id: "surfaces", title: "Surfaces and messages", Content: Surfaces },
  { id: "states", title: "Loading, empty, failed", Content: States },
  { id: "drawings", title: "Drawings", Content: Drawings },
  { id: "members", title: "Members", Content: Members },
] as const;

const THEMES = ["system", "light", "dark"] as const;

/** Chooses the light or the dark theme, or the system's. */
function Theme() {
  const chosen = useTheme();
  return (
    <fieldset className={css.themes}>
      <legend className={typography.hidden}>Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme}>
          <input type="radio" name="theme" checked={chosen === theme} onChange={() => chooseTheme(theme)} />
          {theme}
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Every design token and every component in all states. Served in development only: see `server/platform/http/static-pages.ts`.
 */
export function DesignPage() {
  return (
    <>
      <PageMeta title="Pieces" description="Every piece of Spotter, in all its states." />
      <header className={css.head}>
        <h1 className={`${typography.display} ${typography.d32}`}>Pieces</h1>
        <nav aria-label="Parts">
          {PARTS.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <Theme />
      </header>
      <main className={css.page}>
        {PARTS.map(({ id, title, Content }) => (
          <Part key={id} id={id} title={title}>
            <Content />
          </Part>
        ))}
      </main>
      <Toasts />
    </>
  );
}
