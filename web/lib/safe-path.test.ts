import { expect, test } from "vitest";
import { toSafePath } from "#web/lib/safe-path.ts";

const ORIGIN = "https://spotter.example";

test.each([
  ["/messages/her?from=push#end", "/messages/her?from=push#end"],
  ["/a/../browse", "/browse"],
  ["//evil.example", undefined],
  ["/\\evil.example", undefined],
  ["/\t/evil.example", undefined],
  ["\\/evil.example", undefined],
  ["https://evil.example", undefined],
  ["browse", undefined],
  ["", undefined],
  ["/%2F%2Fevil.example", "/%2F%2Fevil.example"],
])("resolves %j to %j", (address, path) => {
  expect(toSafePath(address, ORIGIN)).toBe(path);
});
