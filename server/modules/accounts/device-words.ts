/** How browsers name themselves. Most also name the ones they descend from, so the first that fits is the one. */
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
/** Nobody's browser says more. */
const LONGEST = 1000;

const firstIn = (list: typeof BROWSERS, text: string): string | undefined =>
  list.find(([sign]) => sign.test(text))?.[1];

/** A device as its owner would call it: 'Chrome on Android', from what its browser says of itself, which is kept no further. */
export function deviceWords(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, LONGEST) ?? "";
  const [browser, system] = [firstIn(BROWSERS, text), firstIn(SYSTEMS, text)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
