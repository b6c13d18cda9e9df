import { describe, expect, test, vi } from "vitest";
import { CAUTIONS, type Caution } from "#web/domains/chat/advice/caution-rules.ts";
import { findCautions, isHarassing, preparePatterns } from "#web/screens/messages/composer/message-rules.ts";
import { CAUTIONED, HARASSING, HARMLESS } from "#web/testing/advice-sentences.ts";
import { UNSEEN } from "#web/testing/unseen-sentences.ts";

const ALL_CAUTIONED = CAUTIONS.flatMap((kind) => CAUTIONED[kind]);

const isCautioned = (text: string): boolean => findCautions(text).length > 0;
const without = (texts: readonly string[], matches: (text: string) => boolean) =>
  texts.filter((text) => !matches(text));

/** Each list has the errors of the rules: a change of the rules has to say which sentences it wins or loses. */
describe("the question before sending", () => {
  test("misses 14 of 125 harassing sentences", () => {
    expect(HARASSING).toHaveLength(125);
    expect(without(HARASSING, isHarassing)).toEqual([
      "who would want an ugly thing like you",
      "You're a waste of oxygen",
      "Delete your profile, uglyyyy",
      "you're a b i t c h",
      "youreabitch",
      "Get lost, nobody asked you",
      "I'll find you.",
      "I'd like to see you bleed",
      "Wait until I get my hands on you",
      "What are you wearing?",
      "Let me taste you",
      "my place, no clothes, no talking",
      "Why are you not answering? Answer me. ANSWER ME",
      "I'm outside your house",
    ]);
  });

  test("is asked wrongly for 5 of 272 others", () => {
    const others = [...HARMLESS, ...ALL_CAUTIONED];
    expect(others).toHaveLength(272);
    expect(others.filter(isHarassing)).toEqual([
      "I'm not calling you fat, I promise",
      "I never said you're stupid",
      "Who told you you're ugly? You are not!",
      "You pig, you ate all the pancakes, haha",
      "Shut the fuck up, you did a muscle up?!",
    ]);
  });
});

describe("the card on receiving", () => {
  const MISSED: Readonly<Record<Caution, readonly string[]>> = {
    money: [
      "My mother is in hospital and I have nobody else to ask for help with cash",
      "Could you top up my phone?",
      "I only accept Amazon cards",
    ],
    moving: ["W h a t s a p p is better", "Find me on the blue bird app"],
    phone: [],
    link: ["google 'robin lifts videos' and click the first one", "tinyurl com slash abc"],
  };

  test("is missing or of another kind for 7 of 92 sentences", () => {
    expect(ALL_CAUTIONED).toHaveLength(92);
    expect(Object.values(MISSED).flat()).toHaveLength(7);
  });

  test.each(CAUTIONS)("misses the listed sentences of the kind %s only", (kind) => {
    expect(without(CAUTIONED[kind], (text) => findCautions(text)[0] === kind)).toEqual(MISSED[kind]);
  });

  test("is shown wrongly for 3 of 180 harmless sentences", () => {
    expect(HARMLESS).toHaveLength(180);
    expect(HARMLESS.filter(isCautioned)).toEqual([
      "Crypto bros ruined my gym, so loud",
      "I'll venmo you for the coffee",
      "My dog is called Bitcoin",
    ]);
  });

  test("has the most serious kind first", () => {
    expect(findCautions("Send me $50 on WhatsApp, +1 512 555 0143 or https://example.com")).toEqual([
      "money",
      "phone",
      "link",
    ]);
    expect(findCautions("Text me on WhatsApp: +1 512 555 0143")).toEqual(["moving", "phone"]);
  });
});

test("of sentences written after the rules, half of the harassing ones are found, and nothing wrongly", () => {
  const harmless = [...UNSEEN.harmless, ...UNSEEN.cautioned];
  expect(UNSEEN.harassing).toHaveLength(20);
  expect(UNSEEN.harassing.filter(isHarassing)).toHaveLength(10);
  expect(harmless).toHaveLength(40);
  expect(harmless.filter(isHarassing)).toEqual([]);
  expect(UNSEEN.cautioned).toHaveLength(15);
  expect(without(UNSEEN.cautioned, isCautioned)).toEqual(["Hey, switch to Telegram?"]);
  expect(UNSEEN.harmless.filter(isCautioned)).toEqual([]);
});

test("no sentence is in two lists", () => {
  const all = [...HARASSING, ...HARMLESS, ...ALL_CAUTIONED, ...Object.values(UNSEEN).flat()];
  expect(all.filter((text, i) => all.indexOf(text) !== i)).toEqual([]);
});

/** The greatest length, with the beginning of a pattern repeated: a sender must not be able to hold up a reader. */
const HOSTILE = [
  "a ",
  "1",
  "1 ",
  "$1",
  "a.",
  "a-",
  "you are ",
  "you fucking ",
  "send me some ",
  "*",
  "five ",
  "@",
  "+1(",
];

/** In milliseconds. */
function timeRules(text: string): number {
  const start = performance.now();
  isHarassing(text);
  findCautions(text);
  return performance.now() - start;
}

test.each(HOSTILE)("the time for a message of many %j grows at most with the square of its length", (part) => {
  let [short, long] = [Infinity, Infinity];
  // Four times the length takes sixteen times as long then, and 64 times if it grows with the cube. Less than a
  // millisecond is noise. The shortest times tend to the true ones, however busy the machine is.
  for (let round = 0; round < 5 || (round < 50 && long >= Math.max(1, 40 * short)); round++) {
    short = Math.min(short, timeRules(part.repeat(500 / part.length)));
    long = Math.min(long, timeRules(part.repeat(2_000 / part.length)));
  }
  expect(long).toBeLessThan(Math.max(1, 40 * short));
});

test("patterns are prepared in many idle moments, because each takes a slow phone up to 50 ms", async () => {
  const requestIdle = vi.fn((task: () => void) => task());
  vi.stubGlobal("requestIdleCallback", requestIdle);
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 5));
  await preparePatterns();
  expect(requestIdle.mock.calls.length).toBeGreaterThan(30);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
