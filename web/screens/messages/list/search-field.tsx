import { SEARCH_MAX } from "#contract/limits.ts";
import css from "#web/screens/messages/list/search-field.module.css";
import { SearchInput } from "#web/ui/search-input.tsx";

export function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <search className={css.search}>
      <SearchInput
        label="Search people and messages"
        className={css.input}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={onChange}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Escape") onChange("");
          // On phones this closes the keyboard, so that the results are visible.
          if (key === "Enter" && matchMedia("(hover: none)").matches) currentTarget.blur();
        }}
      />
    </search>
  );
}
