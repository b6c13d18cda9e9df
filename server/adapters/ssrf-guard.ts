import dns from "node:dns/promises";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Calls to addresses that somebody else has given us. Such an address must not have us knock at what only we can reach: this
 * machine, its network, a cloud's own services.
 */

/** All IPv6 addresses of the internet begin so; whatever else there is, and will be, is no place for us. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address is of the open internet. Forms that hide another address in them (mapped, NAT64, 6to4) are not. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== "unicast") return false;
  return ip.kind() === "ipv4" || ip.match(GLOBAL_V6);
}

/** What is wrong with an address, as far as it can be seen before its name is looked up; undefined where nothing is. */
export function findUrlProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return "That is no address.";
  const { protocol, port, username, password, hostname } = new URL(address);
  if (protocol !== "https:") return "The address must begin with https://.";
  if (port !== "") return "The address must not name a port.";
  if (username !== "" || password !== "") return "The address must not hold a name or a password.";
  // Names only: whoever offers a service to browsers has one, and a connection to a number would not be looked up.
  if (ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""))) return "The address must have a name, not a number.";
  if (!hostname.includes(".") || /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(hostname)) {
    return "The address must be of the internet.";
  }
  return undefined;
}

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** A name that leads inside, or may. */
export class PrivateAddressError extends Error {}

const resolveName: Resolve = (name) => dns.lookup(name, { all: true, verbatim: true });

/**
 * Looks up names for connections, and gives only what it has checked: the connection goes there and nowhere else, whatever
 * the name says a moment later. One inner address among several spoils them all.
 */
export function createPublicOnlyLookup(resolve: Resolve = resolveName): LookupFunction {
  return (name, options, give) => {
    resolve(name).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isPublic(address))) {
          give(new PrivateAddressError("a name leads to an address that is not of the internet"), []);
        } else if (options.all) give(null, [...found]);
        else give(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => give(error, []),
    );
  };
}
