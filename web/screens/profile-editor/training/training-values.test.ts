import { expect, test } from "vitest";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import {
  addParts,
  addSports,
  PRESETS,
  removeParts,
  toTrainingValues,
  validateTraining,
} from "#web/screens/profile-editor/training/training-values.ts";
import { describeWeek, isTooWide } from "#web/screens/profile-editor/training/week-texts.ts";

test("a member without a week starts with an empty one that is shared once they agree", () => {
  const values = toTrainingValues(null);
  expect(values).toEqual({ parts: [], sports: [], isShared: true, hasAgreed: false });
  expect(Object.keys(validateTraining(values))).toEqual(["parts", "hasAgreed"]);
  expect(validateTraining({ ...values, parts: [3], hasAgreed: true })).toEqual({});
  expect(validateTraining({ ...values, sports: [{ sport: "run", level: 1 }], hasAgreed: true })).toEqual({});
});

test("consent to an earlier text has to be given again", () => {
  const week = { parts: [1], sports: [], isShared: true, countsFrom: null };
  expect(toTrainingValues({ ...week, consentVersion: TRAINING_CONSENT_VERSION }).hasAgreed).toBe(true);
  expect(toTrainingValues({ ...week, consentVersion: TRAINING_CONSENT_VERSION - 1 }).hasAgreed).toBe(false);
});

test("parts are added once and in order, and taken away", () => {
  expect(addParts([4, 9], [1, 9, 2])).toEqual([1, 2, 4, 9]);
  expect(removeParts([1, 2, 4], [2, 3])).toEqual([1, 4]);
});

test("added sports keep the levels that are there, and stop at three", () => {
  const run = { sport: "run", level: 4 } as const;
  const more = (["run", "swim", "ride", "yoga"] as const).map((sport) => ({ sport, level: 1 }));
  expect(addSports([run], more)).toEqual([run, { sport: "swim", level: 1 }, { sport: "ride", level: 1 }]);
});

test("the presets together still count", () => {
  expect(PRESETS.map(({ parts }) => describeWeek(parts))).toEqual([
    "Mon–Fri early and morning",
    "Mon–Fri after work",
    "Sat and Sun morning and midday",
  ]);
  expect(isTooWide(PRESETS.flatMap(({ parts }) => parts))).toBe(false);
});
