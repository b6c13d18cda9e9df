import { expect, test } from "vitest";
import { foldText } from "#web/screens/messages/list/text-folding.ts";

test.each([
  ["Leg  day?\nSaturday!", "leg day . saturday ."],
  ["You're on, Zoë", "youre on zoe"],
  ["ｆｕｌｌ 𝐰𝐢𝐝𝐭𝐡", "full width"],
  ["сараbilitу", "capability"],
  ["so\u200Bft\u00AD hyphen", "soft hyphen"],
  ["yeaaaaah", "yeaah"],
  ["b e n c h press", "bench press"],
  ["B.E.N.C.H. press", "bench press"],
  ["J. R. R. was here", "j . r . r . was here"],
  ["5x5 at 100", "5x5 at 100"],
])("folds %j to plain words", (text, plain) => {
  expect(foldText(text).plain).toBe(plain);
});

test.each([
  ["b3nch pr3$$", "bench press"],
  ["l!ft", "lift"],
  ["5 x 5 at 100", "5 x 5 at 100"],
  ["$50", "$50"],
])("folds %j with digits and signs read as letters", (text, leet) => {
  expect(foldText(text).leet).toBe(leet);
});
