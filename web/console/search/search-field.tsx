import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { SEARCH_TEXT_MAX } from "#contract/moderation/search.ts";
import css from "#web/console/search/search-field.module.css";
import { useShortcuts } from "#web/console/shortcuts.ts";
import { SearchInput } from "#web/ui/search-input.tsx";

/** In the history and not in the address, which browsers and proxies keep: it may be a member's. */
interface SearchState {
  readonly text: string;
}

export const searchedText = (state: unknown): string =>
  typeof state === "object" && state !== null && "text" in state ? String((state as SearchState).text) : "";

/** @param initial what is searched for on the present screen */
function Field({ initial }: { initial: string }) {
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useShortcuts({ "/": () => input.current?.select() });
  return (
    <search className={css.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") void navigate("/search", { state: { text: text.trim() } satisfies SearchState });
        }}
      >
        <SearchInput
          label="Name, email or number"
          className={css.input}
          inputRef={input}
          value={text}
          maxLength={SEARCH_TEXT_MAX}
          autoCapitalize="none"
          spellCheck={false}
          onChange={setText}
        />
      </form>
    </search>
  );
}

export function SearchField() {
  const text = searchedText(useLocation().state);
  return <Field key={text} initial={text} />;
}
