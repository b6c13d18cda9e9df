import type { CSSProperties } from "react";
import { BreakableName, longestPart } from "#web/domains/members/names/breakable-name.tsx";
import css from "#web/domains/members/names/name.module.css";
import { classNames } from "#web/ui/class-names.ts";

interface Props {
  username: string;
  age: number | null;
  /** May set `--size`, the maximum font size; 24 px by default. */
  className?: string | undefined;
}

/** The name and age. A long name wraps, in a font size at which its longest part fits. */
export function MemberName({ username, age, className }: Props) {
  const longest = longestPart(username);
  return (
    <span className={classNames(css.line, className)} style={{ "--longest": longest } as CSSProperties}>
      <span className={css.text}>
        <span className={css.name}>
          <BreakableName username={username} />
        </span>
        {age !== null && (
          <>
            {" "}
            <span className={css.age}>{age}</span>
          </>
        )}
      </span>
    </span>
  );
}
