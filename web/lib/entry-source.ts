/** Links in emails and pushes carry `?from=mail` or `?from=push`. */
const PARAM = "from";
const SOURCES: readonly (string | null)[] = ["mail", "push"];

/** Addresses outside of this app are returned unchanged. */
export function stripEntrySource(address: string): string {
  const [, path = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  const query = new URLSearchParams(search);
  if (!SOURCES.includes(query.get(PARAM))) return address;
  query.delete(PARAM);
  return `${path}${query.size > 0 ? `?${query}` : ""}${hash}`;
}
