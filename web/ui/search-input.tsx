import { Search, X } from "lucide-react";
import { type ComponentProps, type RefObject, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import css from "#web/ui/search-input.module.css";

interface Props extends Omit<ComponentProps<"input">, "onChange" | "ref" | "type"> {
  label: string;
  value: string;
  onChange: (text: string) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** `className` sets the height and look. */
export function SearchInput({ label, value, onChange, inputRef, className, ...rest }: Props) {
  const ownRef = useRef<HTMLInputElement>(null);
  const input = inputRef ?? ownRef;
  return (
    <div className={css.search}>
      <Search className={css.icon} aria-hidden="true" />
      <input
        {...rest}
        ref={input}
        type="search"
        className={classNames(css.input, className)}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {value !== "" && (
        <IconButton
          label="Clear search"
          className={css.clear}
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
        >
          <X />
        </IconButton>
      )}
    </div>
  );
}
