import { Fragment } from "react";

/**
 * Splits a name after its separators, where a line may break: 'luther_two_steps' becomes 'luther_', 'two_' and 'steps'.
 */
export const nameParts = (username: string): readonly string[] => username.match(/[^_.-]*[_.-]+|[^_.-]+/g) ?? [];

/** Length of the longest part that cannot be broken. Lines also break at spaces. */
export const longestPart = (username: string): number =>
  Math.max(
    0,
    ...nameParts(username)
      .flatMap((part) => part.split(/\s+/))
      .map(({ length }) => length),
  );

/** A member's name that wraps after `_`, `.` or `-` instead of within a word. */
export function BreakableName({ username }: { username: string }) {
  let offset = 0;
  return nameParts(username).map((part) => {
    const start = offset;
    offset += part.length;
    return (
      <Fragment key={start}>
        {start > 0 && <wbr />}
        {part}
      </Fragment>
    );
  });
}
