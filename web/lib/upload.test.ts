import { afterEach, expect, test, vi } from "vitest";
import { sendAttachment } from "#contract/messages.ts";
import { ApiError } from "#web/lib/api.ts";
import { getRetryTime } from "#web/lib/retry-after.ts";
import { upload } from "#web/lib/upload.ts";

/** A request that goes out and is never answered. */
class Silent {
  static last: Silent;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onabort?: () => void;
  onloadend?: () => void;
  constructor() {
    Silent.last = this;
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
}

/** A request that is refused at once. */
class Refused extends Silent {
  status = 429;
  response = { success: false, code: "rate_limited", message: "Not so fast." };
  onload?: () => void;
  override send() {
    this.onload?.();
    this.onloadend?.();
  }
  getResponseHeader(name: string) {
    return name === "retry-after" ? "12" : null;
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an upload that nothing is heard of for a minute is given up, and one that goes on is not", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", Silent);
  vi.stubGlobal("localStorage", { getItem: () => null });
  const shares: number[] = [];
  const failed = expect(upload(sendAttachment, new FormData(), (share) => shares.push(share))).rejects.toThrow(
    TypeError,
  );
  await vi.advanceTimersByTimeAsync(50_000);
  Silent.last.upload.onprogress?.({ loaded: 1, total: 2 });
  const aborted = vi.spyOn(Silent.last, "abort");
  await vi.advanceTimersByTimeAsync(59_000);
  expect(aborted).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(aborted).toHaveBeenCalledOnce();
  await failed;
  expect(shares).toEqual([0.5]);
});

test("an upload that is put off knows for how long", async () => {
  vi.useFakeTimers({ now: 5000 });
  vi.stubGlobal("XMLHttpRequest", Refused);
  vi.stubGlobal("localStorage", { getItem: () => null });
  const refusal: unknown = await upload(sendAttachment, new FormData(), () => {}).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 429, retryAfter: 12, message: "Not so fast." });
  expect(getRetryTime(refusal)).toBe(5000 + 12_000);
  expect(getRetryTime(new ApiError(503, {}, 12))).toBe(0);
  expect(getRetryTime(new TypeError())).toBe(0);
});
