import { expect, test } from "vitest";
import { CAUSE_NAMES, type CauseName, type NotificationFlags } from "#contract/notifications/notification-causes.ts";
import { CAUSES } from "#server/domains/notifications/causes/registry.ts";
import {
  allowsChannel,
  CHANNELS,
  type Channel,
  chooseChannel,
} from "#server/domains/notifications/notifications.policy.ts";
import { ALL_ON } from "#server/testing/notification-harness.ts";

const FLAGS = Object.keys(ALL_ON) as (keyof NotificationFlags)[];

/** The complete policy: the allowed channels by disabled flag, as first letters (app, push, email). */
const ALLOWED: Readonly<Record<CauseName, Readonly<Record<keyof NotificationFlags | "none", string>>>> = {
  crush: cells("ape", { emailEnabled: "ap", crushReceived: "" }),
  message: cells("ape", { emailEnabled: "ap", newMessage: "" }),
  match: cells("ape", { emailEnabled: "ap", newMatch: "" }),
  workout_date: cells("ape", { emailEnabled: "ap", workoutDate: "" }),
  workout_reminder: cells("pe", { emailEnabled: "p", workoutReminder: "" }),
  back_safe: cells("pe", { emailEnabled: "p", backSafe: "" }),
  low_balance: cells("ape", { emailEnabled: "ap", lowCrushBalance: "" }),
  someone_new: cells("pe", { emailEnabled: "p", someoneNew: "" }),
  marketing: cells("e", { emailEnabled: "", marketing: "" }),
};

function cells(usual: string, otherwise: Partial<Record<keyof NotificationFlags, string>>) {
  const row = Object.fromEntries(FLAGS.map((one) => [one, usual])) as Record<keyof NotificationFlags, string>;
  return { ...row, ...otherwise, none: usual };
}

const letterOf = (channel: Channel) => channel.charAt(0);

for (const cause of CAUSE_NAMES) {
  for (const off of [...FLAGS, "none"] as const) {
    test(`${cause} with ${off} off`, () => {
      const flags = off === "none" ? ALL_ON : { ...ALL_ON, [off]: false };
      expect(
        CHANNELS.filter((channel) => allowsChannel(CAUSES[cause], channel, flags))
          .map(letterOf)
          .join(""),
      ).toBe(ALLOWED[cause][off]);
    });
  }
}

test("chooses one channel: the app if the member is present, else push, else email, else none", () => {
  const here = { isPresent: true, hasPush: true, hasEmail: true };
  expect(chooseChannel(CAUSES.message, ALL_ON, here)).toBe("app");
  expect(chooseChannel(CAUSES.message, ALL_ON, { ...here, isPresent: false })).toBe("push");
  expect(chooseChannel(CAUSES.message, ALL_ON, { ...here, isPresent: false, hasPush: false })).toBe("email");
  expect(chooseChannel(CAUSES.message, ALL_ON, { isPresent: false, hasPush: false, hasEmail: false })).toBeUndefined();
  expect(chooseChannel(CAUSES.message, { ...ALL_ON, newMessage: false }, here)).toBeUndefined();
  expect(chooseChannel(CAUSES.marketing, ALL_ON, here)).toBe("email");
});
