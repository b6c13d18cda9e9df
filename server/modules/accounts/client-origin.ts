import type { FastifyRequest } from "fastify";
import { networkKey } from "#server/http/rate-limit.ts";
import type { ClientOrigin } from "#server/modules/accounts/accounts.service.ts";

/** Most browsers also name the ones they descend from, so the first match counts. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPX|OPT|Opera)\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bDuckDuckGo\//, "DuckDuckGo"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b|\biPod\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];
const USER_AGENT_MAX = 1000;

const firstIn = (list: typeof BROWSERS, text: string): string | undefined =>
  list.find(([sign]) => sign.test(text))?.[1];

/** A device as its owner would call it: 'Chrome on Android'. The user agent itself is not stored. */
export function describeDevice(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, USER_AGENT_MAX) ?? "";
  const [browser, system] = [firstIn(BROWSERS, text), firstIn(SYSTEMS, text)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

export const clientOrigin = (request: FastifyRequest): ClientOrigin => ({
  address: networkKey(request.ip),
  device: describeDevice(request.headers["user-agent"]),
  cookies: request.headers.cookie,
});
