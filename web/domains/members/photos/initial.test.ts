import { expect, test } from "vitest";
import { getInitial } from "#web/domains/members/photos/initial.ts";

// @spec 2.messages.list-avatar-initial
test.each([
  ["mayalifts", "M"],
  ["__nora", "N"],
  ["7amclub", "7"],
  ["Åse", "Å"],
  ["...", "."],
  ["", ""],
])("the initial of '%s' is '%s'", (username, initial) => {
  expect(getInitial(username)).toBe(initial);
});
