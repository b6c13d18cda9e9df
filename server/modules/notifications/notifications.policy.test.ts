import { expect, test } from "vitest";
import type { NotificationFlags } from "#contract/settings.ts";
import {
  CAUSES,
  type Cause,
  mayTell,
  WAYS,
  type Way,
  wayOf,
} from "#server/modules/notifications/notifications.policy.ts";
import { ALL_ON } from "#server/testing/all-on.ts";

const SWITCHES = Object.keys(ALL_ON) as (keyof NotificationFlags)[];

/** What the six switches govern, cell by cell: with one of them off, by which of app, push and e-mail (a, p, e) one is told. */
const TOLD: Readonly<Record<Cause, Readonly<Record<keyof NotificationFlags | "none", string>>>> = {
  crush: cells("ape", { emailEnabled: "ap", crushReceived: "" }),
  message: cells("ape", { emailEnabled: "ap", newMessage: "" }),
  match: cells("ape", { emailEnabled: "ap", newMatch: "" }),
  low_balance: cells("ape", { emailEnabled: "ap", lowCrushBalance: "" }),
  marketing: cells("e", { emailEnabled: "", marketing: "" }),
};

function cells(usual: string, otherwise: Partial<Record<keyof NotificationFlags, string>>) {
  const row = Object.fromEntries(SWITCHES.map((one) => [one, usual])) as Record<keyof NotificationFlags, string>;
  return { ...row, ...otherwise, none: usual };
}

const letterOf = (way: Way) => way.charAt(0);

for (const cause of CAUSES) {
  for (const off of [...SWITCHES, "none"] as const) {
    test(`${cause} with ${off} off`, () => {
      const flags = off === "none" ? ALL_ON : { ...ALL_ON, [off]: false };
      expect(
        WAYS.filter((way) => mayTell(cause, way, flags))
          .map(letterOf)
          .join(""),
      ).toBe(TOLD[cause][off]);
    });
  }
}

test("one is told by one way: where one looks, else by push, else by e-mail, else not", () => {
  const here = { isLooking: true, hasPush: true, hasEmail: true };
  expect(wayOf("message", ALL_ON, here)).toBe("app");
  expect(wayOf("message", ALL_ON, { ...here, isLooking: false })).toBe("push");
  expect(wayOf("message", ALL_ON, { ...here, isLooking: false, hasPush: false })).toBe("email");
  expect(wayOf("message", ALL_ON, { isLooking: false, hasPush: false, hasEmail: false })).toBeUndefined();
  expect(wayOf("message", { ...ALL_ON, newMessage: false }, here)).toBeUndefined();
  expect(wayOf("marketing", ALL_ON, here)).toBe("email");
});
