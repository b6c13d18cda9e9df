import type { Config } from "#server/config.ts";

/** Whether a page of this origin may open a socket. Clients without an origin are not browsers. */
export function isSameOrigin(
  { publicUrl, production }: Pick<Config, "publicUrl" | "production">,
  origin: string | undefined,
  host: string | undefined,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  return !production && host !== undefined && new URL(origin).host === host;
}
