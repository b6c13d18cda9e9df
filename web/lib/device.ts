interface Device {
  readonly userAgent: string;
  readonly platform: string;
  readonly maxTouchPoints: number;
}

/**
 * Which phones and tablets this is, by what the browser says; undefined for computers. An iPad calls itself a Mac, but
 * no Mac has a touch screen.
 */
export function detectMobilePlatform({ userAgent, platform, maxTouchPoints }: Device): "ios" | "other" | undefined {
  if (/iPhone|iPad|iPod/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1)) return "ios";
  return /Android|Mobile/.test(userAgent) ? "other" : undefined;
}

/** Whether the page runs as the installed app, or was installed from here. */
export const isInstalled = (): boolean =>
  localStorage.getItem("pwaInstalled") === "true" ||
  matchMedia("(display-mode: standalone)").matches ||
  ("standalone" in navigator && navigator.standalone === true);
