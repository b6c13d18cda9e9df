/** A path of this app and nothing else: never an address of another's. */
export function toSafePath(address: string, origin: string): string | undefined {
  if (!address.startsWith("/") || !URL.canParse(address, origin)) return undefined;
  const { origin: asked, href } = new URL(address, origin);
  return asked === origin ? href.slice(origin.length) : undefined;
}
