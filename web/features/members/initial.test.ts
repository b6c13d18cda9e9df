import { expect, test } from "vitest";
import { initialOf } from "#web/features/members/initial.ts";

// @spec 2.messages.list-avatar-initial
test.each([
  ["mayalifts", "M"],
  ["__nora", "N"],
  ["7amclub", "7"],
  ["Åse", "Å"],
  ["...", "."],
  ["", ""],
])("%s is drawn as %s", (username, initial) => {
  expect(initialOf(username)).toBe(initial);
});
