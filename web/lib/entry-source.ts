/** What links of mails and pushes say of themselves in an address. */
const MARK = "from";
const MARKS: readonly (string | null)[] = ["mail", "push"];

/** An address of this app without what says that somebody came by a mail or a push; any other is left as it is. */
export function stripEntrySource(address: string): string {
  const [, path = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  const query = new URLSearchParams(search);
  if (!MARKS.includes(query.get(MARK))) return address;
  query.delete(MARK);
  return `${path}${query.size > 0 ? `?${query}` : ""}${hash}`;
}
