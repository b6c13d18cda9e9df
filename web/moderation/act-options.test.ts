import { expect, test } from "vitest";
import { REPORT_REASONS } from "#contract/catalog.ts";
import { RULE_KEYS } from "#contract/moderation-acts.ts";
import { CASE_KINDS } from "#contract/staff-roles.ts";
import { actOptionsFor, ruleOf, toChoice, toggleAct } from "#web/moderation/act-options.ts";

const DETAILS = { photoId: undefined, muteDays: 7, suspensionDays: 30 } as const;

test("there are at most nine acts, one for each digit", () => {
  for (const kind of CASE_KINDS) expect(actOptionsFor(kind, "all").length).toBeLessThanOrEqual(9);
});

test("who works on pictures only has acts about pictures", () => {
  const acts = actOptionsFor("picture", "photos").map(({ act }) => act);
  expect(acts).toEqual(["show_picture", "remove_picture", "ask_to_change"]);
  expect(actOptionsFor("member", "read_only")).toEqual([]);
});

test("an act replaces those that it excludes", () => {
  expect(toggleAct(["mute", "unlist"], "no_action")).toEqual(["no_action"]);
  expect(toggleAct(["no_action"], "mute")).toEqual(["mute"]);
  expect(toggleAct(["mute", "unlist"], "mute")).toEqual(["unlist"]);
  expect(toggleAct(["show_picture", "mute"], "remove_picture")).toEqual(["mute", "remove_picture"]);
  expect(toggleAct(["suspend"], "end_account")).toEqual(["end_account"]);
});

test("an act becomes a choice with what it needs", () => {
  const now = Date.parse("2026-11-26T12:00:00Z");
  expect(toChoice("mute", DETAILS, now)).toEqual({ act: "mute", days: 7 });
  expect(toChoice("suspend", DETAILS, now)).toEqual({ act: "suspend", until: "2026-12-26T12:00:00.000Z" });
  expect(toChoice("suspend", { ...DETAILS, suspensionDays: 0 }, now)).toEqual({ act: "suspend", until: null });
  expect(toChoice("remove_photo", DETAILS, now)).toBeUndefined();
  expect(toChoice("end_account", DETAILS, now)).toEqual({ act: "end_account" });
});

test("every reason of a report leads to a rule", () => {
  for (const reason of REPORT_REASONS) expect(RULE_KEYS).toContain(ruleOf(reason));
});
