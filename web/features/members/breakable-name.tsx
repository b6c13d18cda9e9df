import { Fragment } from "react";

/** 'luther_two_steps' is 'luther_', 'two_' and 'steps': a line may end after what joins the words of a name. */
export const nameParts = (username: string): readonly string[] => username.match(/[^_.-]*[_.-]+|[^_.-]+/g) ?? [];

/** How many characters have to stand on one line: lines end after blanks, too. */
export const longestPart = (username: string): number =>
  Math.max(
    0,
    ...nameParts(username)
      .flatMap((part) => part.split(/\s+/))
      .map(({ length }) => length),
  );

/** A member's name that may go on in another line after `_`, `.` or `-`, rather than in the middle of a word. */
export function BreakableName({ username }: { username: string }) {
  let at = 0;
  return nameParts(username).map((part) => {
    const start = at;
    at += part.length;
    return (
      <Fragment key={start}>
        {start > 0 && <wbr />}
        {part}
      </Fragment>
    );
  });
}
