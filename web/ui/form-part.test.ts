import { expect, test } from "vitest";
import { describeOutcomes } from "#web/ui/form-part.ts";

const saved = (name: string) => ({ name, isSaved: true, message: `${name} is saved` });
const failed = (name: string, message = "Please try again.") => ({ name, isSaved: false, message });

test("one message says what was saved with a screen, and what was not", () => {
  expect(describeOutcomes([saved("Profile")])).toBe("Profile is saved");
  expect(describeOutcomes([failed("Profile")])).toBe("Please try again.");
  expect(describeOutcomes([saved("Profile"), saved("My Week")])).toBe("Profile is saved");
  expect(describeOutcomes([saved("Profile"), failed("My Week")])).toBe(
    "Profile saved. My Week not saved: Please try again.",
  );
  expect(describeOutcomes([failed("Profile", "Too often."), saved("My Week"), failed("Match Preferences")])).toBe(
    "My Week saved. Profile not saved: Too often. Match Preferences not saved: Please try again.",
  );
  expect(describeOutcomes([failed("Profile"), failed("My Week")])).toBe(
    "Profile and My Week not saved: Please try again.",
  );
});
