import { afterEach, expect, test, vi } from "vitest";
import { sendImage } from "#contract/messages.ts";
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

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an upload that nothing is heard of for a minute is given up, and one that goes on is not", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", Silent);
  vi.stubGlobal("localStorage", { getItem: () => null });
  const shares: number[] = [];
  const failed = expect(upload(sendImage, new FormData(), (share) => shares.push(share))).rejects.toThrow(TypeError);
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
