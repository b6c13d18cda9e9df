import { expect, test } from "vitest";
import { PROMPTS } from "#contract/members/catalog.ts";
import { createOpeners } from "#web/domains/members/opener-list.tsx";

const answer = (question: string, text: string) => [{ question, answer: text }];

test("are about an answer, a shared interest and a plan", () => {
  expect(createOpeners(answer("My rest day looks like...", "Pancakes."), ["Running", "Yoga"])).toEqual([
    "“Pancakes” sounds like a good rest day. Any tips?",
    "We are both into Running. What are you working on right now?",
    "Up for Yoga together this week? You choose the day.",
  ]);
});

test("know every prompt, and use another if an answer is empty", () => {
  for (const question of PROMPTS) expect(createOpeners(answer(question, "Chalk"), [])[0]).toContain("“Chalk”");
  const prompts = [...answer("My fitness goals are...", " "), ...answer("My gym pet peeve is...", "Dropped weights")];
  expect(createOpeners(prompts, [])[0]).toContain("“Dropped weights”");
});

test("are three for a profile that says nothing", () => {
  expect(createOpeners([], [])).toHaveLength(3);
  expect(createOpeners([], ["Yoga"])).toHaveLength(3);
});

test("shorten a long answer at a word", () => {
  const [opener = ""] = createOpeners(answer("My fitness goals are...", "run a marathon ".repeat(12)), []);
  expect(opener).toBe("“run a marathon run a marathon run a marathon run a marathon…”: how far along are you?");
});
