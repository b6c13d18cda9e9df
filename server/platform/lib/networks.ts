/** The address of a client. Fastify has none once the client has closed its connection. */
export type ClientIp = string | undefined;

/** The groups of an IPv6 address in full, or undefined for IPv4 (also IPv4 mapped into IPv6). */
function ipv6Groups(ip: ClientIp): string[] | undefined {
  if (!ip?.includes(":") || /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(ip)) return undefined;
  const [head = "", tail] = ip.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  return [...front, ...zeros, ...back];
}

/** The IPv4 address itself, or the /64 of an IPv6 address; empty if the client is gone. */
export const networkKey = (ip: ClientIp): string =>
  ipv6Groups(ip)?.slice(0, 4).join(":") ?? ip?.replace(/^::ffff:/i, "") ?? "";

/** A range of addresses that may belong to one person. */
export interface NetworkRange {
  /** Unique among all ranges. */
  readonly key: string;
  /** The multiple of a single network's limit. */
  readonly times: number;
}

/**
 * A network with the ranges around it that providers give to one customer: an IPv6 /56 or /48, of which each /64 would
 * count for itself, or a rented IPv4 /24.
 * @param network as of `networkKey`
 * @returns the network first, the widest range last
 */
export function rangesAround(network: string): readonly [NetworkRange, ...NetworkRange[]] {
  const own = { key: network, times: 1 };
  const [a = "", b = "", c = "", d = ""] = network.split(":");
  if (network.includes(":")) {
    const upper = Math.floor(Number.parseInt(d || "0", 16) / 256).toString(16);
    return [own, { key: `${a}:${b}:${c}:${upper}/56`, times: 3 }, { key: `${a}:${b}:${c}/48`, times: 8 }];
  }
  const end = network.lastIndexOf(".");
  return end < 0 ? [own] : [own, { key: `${network.slice(0, end)}/24`, times: 8 }];
}

export const widestRange = (network: string): NetworkRange => rangesAround(network).at(-1) as NetworkRange;
