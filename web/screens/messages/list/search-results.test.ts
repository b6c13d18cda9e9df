import { expect, test } from "vitest";
import { splitAtText } from "#web/screens/messages/list/search-results.tsx";

const mark = (content: string, text: string) =>
  splitAtText(content, text)
    .map(({ part, isHit }) => (isHit ? `[${part}]` : part))
    .join("");

test("marks each occurrence in any case, and changes no text", () => {
  expect(mark("Leg day is LEG day", "leg")).toBe("[Leg] day is [LEG] day");
  expect(mark("aaa", "aa")).toBe("[aa]a");
  expect(mark("Rest", "leg")).toBe("Rest");
  expect(mark("Rest", "")).toBe("Rest");
  // A letter that is longer in lower case.
  expect(mark("İstanbul gym", "gym")).toBe("İstanbul gym");
});
