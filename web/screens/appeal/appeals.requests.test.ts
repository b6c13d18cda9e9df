import { expect, test } from "vitest";
import { type Decision, phaseOf } from "#web/screens/appeal/appeals.requests.ts";

const decision = (appeal: Decision["appeal"], canAppeal = false, isTakenBack = false): Decision => ({
  statement: {
    acts: ["You cannot send anything."],
    facts: "",
    rule: "Consent, every set",
    words: "",
    automated: false,
    decidedAt: "2026-11-20T10:00:00.000Z",
    isTakenBack,
    appealUntil: "2027-05-20T10:00:00.000Z",
  },
  appeal,
  canAppeal,
  membership: null,
  answered: null,
});

const sent = { words: "It was not me.", sentAt: "2026-11-21T10:00:00.000Z", outcome: null, answer: "" };

test.each([
  [decision(null, true), "open"],
  [decision(null), "expired"],
  [decision(null, false, true), "taken-back"],
  [decision(sent), "sent"],
  [decision(sent, false, true), "taken-back"],
  [decision({ ...sent, outcome: "upheld" }), "upheld"],
  [decision({ ...sent, outcome: "reversed" }, false, true), "reversed"],
] as const)("the phase of decision %# is %s", (given, phase) => expect(phaseOf(given)).toBe(phase));
