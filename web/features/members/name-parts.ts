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
