import { Fragment } from "react";

/** 'luther_two_steps' becomes 'luther_', 'two_' and 'steps'. */
export const nameParts = (username: string): readonly string[] => username.match(/[^_.-]*[_.-]+|[^_.-]+/g) ?? [];

/** Lines also break at spaces. */
export const longestPart = (username: string): number =>
  Math.max(
    0,
    ...nameParts(username)
      .flatMap((part) => part.split(/\s+/))
      .map(({ length }) => length),
  );

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
