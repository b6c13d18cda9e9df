import { Fragment } from "react";
import { nameParts } from "#web/features/members/name-parts.ts";

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
