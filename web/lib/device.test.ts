import { expect, test } from "vitest";
import { detectMobilePlatform } from "#web/lib/device.ts";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15";
const ANDROID = "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36";

test("distinguishes phones and tablets from computers", () => {
  expect(detectMobilePlatform({ userAgent: IPHONE, platform: "iPhone", maxTouchPoints: 5 })).toBe("ios");
  expect(detectMobilePlatform({ userAgent: MAC, platform: "MacIntel", maxTouchPoints: 5 })).toBe("ios");
  expect(detectMobilePlatform({ userAgent: ANDROID, platform: "Linux armv8l", maxTouchPoints: 5 })).toBe("other");
  expect(detectMobilePlatform({ userAgent: MAC, platform: "MacIntel", maxTouchPoints: 0 })).toBeUndefined();
  expect(detectMobilePlatform({ userAgent: WINDOWS, platform: "Win32", maxTouchPoints: 10 })).toBeUndefined();
});
