import type { Config } from "#server/config.ts";

/**
 * Whether a page of this origin may open a socket: none named (an app, not a page), the public address's, or outside of
 * production our own host's.
 */
export function isOwnOrigin(
  { publicUrl, production }: Pick<Config, "publicUrl" | "production">,
  origin: string | undefined,
  host: string | undefined,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  return !production && host !== undefined && new URL(origin).host === host;
}
