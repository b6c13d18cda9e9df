interface Device {
  readonly userAgent: string;
  readonly platform: string;
  readonly maxTouchPoints: number;
}

/** Undefined for computers. An iPad identifies itself as a Mac, but no Mac has a touch screen. */
export function detectMobilePlatform({ userAgent, platform, maxTouchPoints }: Device): "ios" | "other" | undefined {
  if (/iPhone|iPad|iPod/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1)) return "ios";
  return /Android|Mobile/.test(userAgent) ? "other" : undefined;
}

export const isInstalled = (): boolean =>
  localStorage.getItem("pwaInstalled") === "true" ||
  matchMedia("(display-mode: standalone)").matches ||
  ("standalone" in navigator && navigator.standalone === true);
