import { describe, expect, test } from "vitest";
import { networkKey, rangesAround } from "#server/platform/lib/networks.ts";

describe("the network of an address", () => {
  test.each([
    ["203.0.113.7", ["203.0.113.7", "203.0.113/24"]],
    ["::ffff:203.0.113.7", ["203.0.113.7", "203.0.113/24"]],
    ["2001:db8:1:2345:3:4:5:6", ["2001:db8:1:2345", "2001:db8:1:23/56", "2001:db8:1/48"]],
    ["2001:db8:1:2::1", ["2001:db8:1:2", "2001:db8:1:0/56", "2001:db8:1/48"]],
    ["2001:db8::1", ["2001:db8:0:0", "2001:db8:0:0/56", "2001:db8:0/48"]],
    ["::1", ["0:0:0:0", "0:0:0:0/56", "0:0:0/48"]],
    // The client has closed its connection.
    [undefined, [""]],
  ])("%s is in %s", (ip, ranges) => {
    expect(rangesAround(networkKey(ip)).map(({ key }) => key)).toEqual(ranges);
  });

  test("allows a wider range more", () => {
    expect(rangesAround(networkKey("2001:db8::1")).map(({ times }) => times)).toEqual([1, 3, 8]);
    expect(rangesAround("203.0.113.7").map(({ times }) => times)).toEqual([1, 8]);
  });
});
