/**
 * Whether a page of this origin may open a socket: none named (an app, not a page), our own host's, or the public
 * address's.
 */
export function isOwnOrigin(
  publicUrl: string | undefined,
  origin: string | undefined,
  host: string | undefined,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  return host !== undefined && new URL(origin).host === host;
}
