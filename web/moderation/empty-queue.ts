const APPEAR = "New cases appear here by themselves.";

/**
 * What is true of a queue without cases.
 * @param isFiltered whether it has cases of one kind only
 * @param notices how many notices are listed below it; undefined while that is not known
 */
export function emptyQueueWords(isFiltered: boolean, notices: number | undefined): { title: string; text: string } {
  const text =
    notices === undefined || notices === 0
      ? APPEAR
      : notices === 1
        ? "One notice is waiting below."
        : `${notices} notices are waiting below.`;
  if (isFiltered) return { title: "No open cases of this kind", text };
  return { title: notices === 0 ? "Nothing is waiting" : "No open cases", text };
}
