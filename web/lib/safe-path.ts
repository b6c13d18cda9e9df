/** Prevents open redirects: undefined for addresses outside this app. */
export function toSafePath(address: string, origin: string): string | undefined {
  if (!address.startsWith("/") || !URL.canParse(address, origin)) return undefined;
  const { origin: target, href } = new URL(address, origin);
  return target === origin ? href.slice(origin.length) : undefined;
}
