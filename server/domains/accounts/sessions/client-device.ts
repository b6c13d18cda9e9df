import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS, DAY_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import type { ClientOrigin } from "#server/domains/accounts/accounts.service.ts";
import { turnOf } from "#server/platform/http/visitor-queue.ts";
import { networkKey } from "#server/platform/lib/networks.ts";

/** A user agent also names the browsers that it descends from, so the first match counts. */
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

/** Such as 'Chrome on Android'. The user agent itself is not stored. */
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
  turn: turnOf(request),
});

/**
 * A device cookie proves that a member has logged in on this device before, so that other people's guesses do not slow
 * them down there (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It does not authenticate.
 *
 * Its value holds up to five entries, one for each account of the device, newest first, joined by `~`. An entry is
 * `day.id.signature`: the day of issue (days since 1970, base 36), 128 random bits, and a keyed hash of both with the
 * member's id. New entries take the id of the newest one, so it is the browser's own. Of it the server stores a keyed
 * hash, by which operators see the accounts of one device.
 */
const PATH = "/api/auth";
const DAYS = 365;
const ENTRIES_MAX = 5;
const ID_BYTES = 16;
const ENTRY = /^[0-9a-z]{1,6}\.[\w-]{22}\.[\w-]{43}$/;

interface Entry {
  readonly text: string;
  readonly day: string;
  readonly id: string;
  readonly signature: string;
}

/** Browsers accept the prefix `__Secure-` over https only. */
const nameOf = ({ config }: Context): string =>
  config.publicUrl?.startsWith("https:") ? "__Secure-spotter_device" : "spotter_device";

const dayOf = (now: Date): number => Math.floor(now.getTime() / DAY_MS);

const signatureOf = (ctx: Context, memberId: string, day: string, id: string): string =>
  ctx.keyedHash("device cookie", memberId, day, id).toString("base64url");

function entriesIn(ctx: Context, cookies: string | undefined): Entry[] {
  const start = `${nameOf(ctx)}=`;
  const values = (cookies ?? "").split(";").map((pair) => pair.trim());
  const value = values.find((pair) => pair.startsWith(start))?.slice(start.length) ?? "";
  return value
    .split("~")
    .slice(0, ENTRIES_MAX)
    .filter((text) => ENTRY.test(text))
    .map((text) => {
      const [day = "", id = "", signature = ""] = text.split(".");
      return { text, day, id, signature };
    });
}

function isOf(ctx: Context, memberId: string, { day, id, signature }: Entry, days = DAYS): boolean {
  const age = dayOf(ctx.now()) - Number.parseInt(day, 36);
  const expected = Buffer.from(signatureOf(ctx, memberId, day, id));
  // An entry of tomorrow stays valid when the clock was set back.
  return age <= days && timingSafeEqual(expected, Buffer.from(signature));
}

/** @param cookies the request's `Cookie` header @param days the validity of an entry */
export const findDeviceId = (
  ctx: Context,
  cookies: string | undefined,
  memberId: string,
  days?: number,
): string | undefined => entriesIn(ctx, cookies).find((entry) => isOf(ctx, memberId, entry, days))?.id;

/** The id of the newest entry, whichever member logged in there, else a new one. */
export const browserIdIn = (ctx: Context, cookies: string | undefined): string =>
  entriesIn(ctx, cookies)[0]?.id ?? randomBytes(ID_BYTES).toString("base64url");

/** A value of `Set-Cookie`. Entries of other members are kept. */
export function createDeviceCookie(
  ctx: Context,
  cookies: string | undefined,
  memberId: string,
  id = browserIdIn(ctx, cookies),
): string {
  const day = dayOf(ctx.now()).toString(36);
  const others = entriesIn(ctx, cookies).filter((entry) => !isOf(ctx, memberId, entry));
  const entries = [`${day}.${id}.${signatureOf(ctx, memberId, day, id)}`, ...others.map(({ text }) => text)];
  const name = nameOf(ctx);
  const value = entries.slice(0, ENTRIES_MAX).join("~");
  const secure = name.startsWith("__Secure-") ? "; Secure" : "";
  return `${name}=${value}; Path=${PATH}; Max-Age=${DAYS * DAY_S}; HttpOnly; SameSite=Strict${secure}`;
}

export async function rememberDevice<T extends { readonly user: { readonly _id: string } }>(
  ctx: Context,
  { request, response }: { readonly request: FastifyRequest; readonly response: FastifyReply },
  logIn: (origin: ClientOrigin) => Promise<T>,
): Promise<T> {
  const origin = clientOrigin(request);
  const browserId = browserIdIn(ctx, origin.cookies);
  const signedIn = await logIn({ ...origin, browserId });
  response.header("set-cookie", createDeviceCookie(ctx, origin.cookies, signedIn.user._id, browserId));
  return signedIn;
}
