import dns from "node:dns/promises";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Guards requests to URLs that clients have given us (SSRF): they must not reach this machine, its network or cloud
 * metadata services.
 */

/** The range of global unicast IPv6; all other addresses are rejected. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address is of the open internet. Forms that hide another address in them (mapped, NAT64, 6to4) are not. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== "unicast") return false;
  return ip.kind() === "ipv4" || ip.match(GLOBAL_V6);
}

/** The problem with a URL, as far as it can be checked before the DNS look-up; undefined if there is none. */
export function findUrlProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return "That is no address.";
  const { protocol, port, username, password, hostname } = new URL(address);
  if (protocol !== "https:") return "The address must begin with https://.";
  if (port !== "") return "The address must not name a port.";
  if (username !== "" || password !== "") return "The address must not hold a name or a password.";
  // Host names only: push services have one, and an IP address would not pass through the look-up.
  if (ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""))) return "The address must have a name, not a number.";
  if (!hostname.includes(".") || /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(hostname)) {
    return "The address must be of the internet.";
  }
  return undefined;
}

export type Resolve = (name: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** A name that leads inside, or may. */
export class PrivateAddressError extends Error {}

const resolveName: Resolve = (name) => dns.lookup(name, { all: true, verbatim: true });

/**
 * A DNS look-up that returns only checked addresses, so that the connection uses them even if the name changes (DNS
 * rebinding). One private address among several rejects them all.
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
