import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/lib/api.ts";
import { getRetryTime } from "#web/lib/retry-after.ts";
import { upload } from "#web/lib/upload.ts";

class PendingRequest {
  static last: PendingRequest;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onabort?: () => void;
  onloadend?: () => void;
  constructor() {
    PendingRequest.last = this;
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
}

class RejectedRequest extends PendingRequest {
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

test("aborts an upload after a minute without progress", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", PendingRequest);
  vi.stubGlobal("localStorage", { getItem: () => null });
  const fractions: number[] = [];
  const failed = expect(
    upload("POST /api/messages/send-image", new FormData(), (fraction) => fractions.push(fraction)),
  ).rejects.toThrow(TypeError);
  await vi.advanceTimersByTimeAsync(50_000);
  PendingRequest.last.upload.onprogress?.({ loaded: 1, total: 2 });
  const aborted = vi.spyOn(PendingRequest.last, "abort");
  await vi.advanceTimersByTimeAsync(59_000);
  expect(aborted).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(aborted).toHaveBeenCalledOnce();
  await failed;
  expect(fractions).toEqual([0.5]);
});

test("keeps the retry time of a rejected upload", async () => {
  vi.useFakeTimers({ now: 5000 });
  vi.stubGlobal("XMLHttpRequest", RejectedRequest);
  vi.stubGlobal("localStorage", { getItem: () => null });
  const rejection: unknown = await upload("POST /api/messages/send-image", new FormData(), () => {}).catch(
    (error: unknown) => error,
  );
  expect(rejection).toMatchObject({ status: 429, retryAfter: 12, message: "Not so fast." });
  expect(getRetryTime(rejection)).toBe(5000 + 12_000);
  expect(getRetryTime(new ApiError(503, {}, 12))).toBe(0);
  expect(getRetryTime(new TypeError())).toBe(0);
});
