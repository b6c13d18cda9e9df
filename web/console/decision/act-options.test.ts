import { expect, test } from "vitest";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import { RULE_KEYS } from "#contract/moderation/rules.ts";
import { CASE_KINDS } from "#contract/moderation/staff-roles.ts";
import {
  actOptionsFor,
  describeChoice,
  describeDoubt,
  describeFinal,
  isWaiting,
  labelOfAct,
  ruleOptions,
  toChoice,
  toggleAct,
} from "#web/console/decision/act-options.ts";

const DETAILS = { photoId: undefined, muteDays: 7, suspensionDays: 30 } as const;

test("a digit is the same act in each case, and a case has each digit once", () => {
  const acts = new Map<string, Set<string>>();
  for (const kind of CASE_KINDS) {
    const options = actOptionsFor(kind, "all");
    expect(new Set(options.map(({ digit }) => digit)).size).toBe(options.length);
    for (const { act, digit } of options) acts.set(digit, (acts.get(digit) ?? new Set()).add(act));
  }
  const shared = [...acts.values()].filter(({ size }) => size > 1).map((names) => [...names]);
  // What closes a case as harmless, and what takes an image away.
  expect(shared).toEqual([
    ["no_action", "show_picture"],
    ["remove_photo", "remove_picture"],
  ]);
});

test("a selfie can be required of a member, also for a picture, by who decides about members", () => {
  for (const kind of ["member", "picture"] as const)
    expect(actOptionsFor(kind, "all").map(({ act }) => act)).toContain("require_selfie");
  expect(actOptionsFor("contact", "all")).toEqual([]);
  expect(toChoice("require_selfie", DETAILS)).toEqual({ act: "require_selfie" });
});

test("a decision names its acts as the buttons do", () => {
  expect(["ask_to_change", "remove_picture"].map(labelOfAct)).toEqual(["Ask to change", "Remove it"]);
  // An act that is no longer offered keeps its name in old decisions.
  expect(labelOfAct("banned_by_hand")).toBe("banned_by_hand");
});

test("who works on pictures only has acts about pictures", () => {
  const acts = actOptionsFor("picture", "photos").map(({ act }) => act);
  expect(acts).toEqual(["show_picture", "ask_to_change", "remove_picture"]);
  expect(actOptionsFor("member", "read_only")).toEqual([]);
});

test("acts that protect others wait for no appeal, and only approving ones for a selfie", () => {
  const appeals = [{} as CaseDetail["appeals"][number]];
  const selfies = [{} as CaseDetail["selfies"][number]];
  const waiting = (shown: Pick<CaseDetail, "appeals" | "selfies">) =>
    actOptionsFor("member", "all").flatMap(({ act }) => (isWaiting(act, shown) ? [act] : []));
  expect(waiting({ appeals: [], selfies: [] })).toEqual([]);
  expect(waiting({ appeals, selfies })).toEqual(["no_action", "ask_to_change", "refund_crushes", "lift_restrictions"]);
  expect(waiting({ appeals: [], selfies })).toEqual(["no_action", "lift_restrictions"]);
});

test("an act replaces those that it excludes", () => {
  expect(toggleAct(["mute", "unlist"], "no_action")).toEqual(["no_action"]);
  expect(toggleAct(["no_action"], "mute")).toEqual(["mute"]);
  expect(toggleAct(["mute", "unlist"], "mute")).toEqual(["unlist"]);
  expect(toggleAct(["show_picture", "mute"], "remove_picture")).toEqual(["mute", "remove_picture"]);
  expect(toggleAct(["suspend"], "end_account")).toEqual(["end_account"]);
  // Both hide the member, one of them until a selfie is approved.
  expect(toggleAct(["unlist", "mute"], "require_selfie")).toEqual(["mute", "require_selfie"]);
  expect(toggleAct(["require_selfie"], "lift_restrictions")).toEqual(["lift_restrictions"]);
});

test("an act becomes a choice with what it needs", () => {
  expect(toChoice("mute", DETAILS)).toEqual({ act: "mute", days: 7 });
  expect(toChoice("suspend", DETAILS)).toEqual({ act: "suspend", until: { days: 30 } });
  expect(toChoice("suspend", { ...DETAILS, suspensionDays: 0 })).toEqual({ act: "suspend", until: null });
  expect(toChoice("remove_photo", DETAILS)).toBeUndefined();
  expect(toChoice("end_account", DETAILS)).toEqual({ act: "end_account" });
});

test("rules begin with what the case points to, and each is listed once", () => {
  expect(ruleOptions("no_market", true).slice(0, 2)).toEqual(["fraud", "no_market"]);
  expect(ruleOptions("consent", false)[0]).toBe("consent");
  expect(ruleOptions("fraud", true)[0]).toBe("fraud");
  for (const isSuspected of [true, false])
    expect([...ruleOptions("guidelines", isSuspected)].sort()).toEqual([...RULE_KEYS].sort());
});

test("what a decision does is said in a few words", () => {
  expect(describeChoice(["mute", "unlist"], DETAILS)).toBe("Mute 7 days, hide");
  expect(describeChoice(["suspend"], { ...DETAILS, suspensionDays: 0 })).toBe("Suspend");
  expect(describeChoice([], DETAILS)).toBe("");
});

test("what an undo does not take back is known before", () => {
  const shown = { subject: { membership: null } } as unknown as Pick<CaseDetail, "subject">;
  const paying = { subject: { membership: { state: "renews" } } } as unknown as typeof shown;
  expect(describeFinal(["suspend"], "danger", shown)).toHaveLength(1);
  expect(describeFinal(["no_action"], "danger", shown)).toEqual([]);
  expect(describeFinal(["suspend"], "consent", paying)).toEqual([]);
  expect(describeFinal(["end_account", "refund_crushes"], "fraud", paying)).toHaveLength(2);
});

test("who ticks nothing is asked if something is done, or was done before", () => {
  const free = { subject: { restrictions: [] } } as unknown as Pick<CaseDetail, "subject">;
  const restricted = { subject: { restrictions: [{ kind: "suspended", until: null }] } } as unknown as typeof free;
  expect(describeDoubt(free, ["mute"], true)).toHaveLength(1);
  expect(describeDoubt(free, ["mute"], false)).toEqual([]);
  expect(describeDoubt(free, ["no_action"], true)).toEqual([]);
  expect(describeDoubt(restricted, ["no_action"], true)[0]).toContain("restricted already");
  expect(describeDoubt(restricted, ["refund_crushes"], true)).toEqual([]);
});
