import css from "#web/design/design.module.css";
import { Drawings } from "#web/design/drawings.tsx";
import { Forms } from "#web/design/forms.tsx";
import { Members } from "#web/design/members.tsx";
import { Part } from "#web/design/piece.tsx";
import { Presses } from "#web/design/presses.tsx";
import { States as StatePieces } from "#web/design/states.tsx";
import { Surfaces } from "#web/design/surfaces.tsx";
import { Tokens } from "#web/design/tokens.tsx";
import { PageMeta } from "#web/ui/page-meta.tsx";
import { chooseTheme, useTheme } from "#web/ui/theme.ts";
import { Toasts } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const PARTS = [
  { id: "tokens", title: "Tokens", Shown: Tokens },
  { id: "presses", title: "To press", Shown: Presses },
  { id: "forms", title: "To fill in", Shown: Forms },
  { id: "surfaces", title: "To hold and to say", Shown: Surfaces },
  { id: "states", title: "On the way, empty, failed", Shown: StatePieces },
  { id: "drawings", title: "Drawn", Shown: Drawings },
  { id: "members", title: "Of members", Shown: Members },
] as const;

const THEMES = ["system", "light", "dark"] as const;

/** Light, dark, or as the system has it. */
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

/** Every token and every piece, in all states. It is there in development only: `server/http/static-pages.ts`. */
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
        {PARTS.map(({ id, title, Shown }) => (
          <Part key={id} id={id} title={title}>
            <Shown />
          </Part>
        ))}
      </main>
      <Toasts />
    </>
  );
}
