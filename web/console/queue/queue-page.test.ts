import { expect, test } from "vitest";
import { emptyQueueWords } from "#web/console/queue/queue-page.tsx";

test("an empty queue says that nothing is waiting only if no notice is", () => {
  expect(emptyQueueWords(false, 0).title).toBe("Nothing is waiting");
  expect(emptyQueueWords(false, 2)).toEqual({ title: "No open cases", text: "2 notices are waiting below." });
  expect(emptyQueueWords(false, 1).text).toBe("One notice is waiting below.");
  // They are loading, or did not load.
  expect(emptyQueueWords(false, undefined).title).toBe("No open cases");
  expect(emptyQueueWords(true, 0).title).toBe("No open cases of this kind");
});
