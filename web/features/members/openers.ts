import type { PromptAnswer } from "#contract/schemas.ts";

/** Longer answers are shortened at a word. */
const QUOTE_MAX = 60;

/** A first message about an answer, by its question. */
const ABOUT_ANSWER: Readonly<Record<string, (quote: string) => string>> = {
  "My ideal workout partner would...": (quote) => `${quote}: I might be that partner. What do you train?`,
  "My fitness goals are...": (quote) => `${quote}: how far along are you?`,
  "After the gym, you'll find me...": (quote) => `${quote} after the gym? Where do you go?`,
  "My favorite way to stay active is...": (quote) => `${quote}: how did you get into it?`,
  "I'm looking for someone who...": (quote) => `${quote}: I think I qualify. Want to find out?`,
  "My rest day looks like...": (quote) => `${quote} sounds like a good rest day. Any tips?`,
  "The best thing about fitness is...": (quote) => `${quote}: what got you started?`,
  "My gym pet peeve is...": (quote) => `${quote}: there must be a story behind that.`,
  "My proudest fitness achievement is...": (quote) => `${quote} is impressive. How long did it take?`,
  "My pre-workout ritual includes...": (quote) => `${quote}: does it help? I need to know.`,
};

/** For profiles that say little. */
const GENERAL = [
  "What's on your bar for leg day?",
  "What does a good week of training look like for you?",
  "I need a spot on Thursday. You in?",
];

function quote(answer: string): string {
  const text = answer.trim().replace(/[.!?…\s]+$/, "");
  if (text.length <= QUOTE_MAX) return `“${text}”`;
  const cut = text.slice(0, QUOTE_MAX);
  return `“${cut.slice(0, Math.max(cut.lastIndexOf(" "), QUOTE_MAX / 2))}…”`;
}

/**
 * Three first messages to a member: about an answer of theirs, about a shared interest, and a plan.
 * @param shared interests that both have
 */
export function createOpeners(prompts: readonly PromptAnswer[], shared: readonly string[]): string[] {
  const [interest, other = interest] = shared;
  const answered = prompts.find(({ question, answer }) => question in ABOUT_ANSWER && answer.trim() !== "");
  const openers = [
    answered && ABOUT_ANSWER[answered.question]?.(quote(answered.answer)),
    interest && `We are both into ${interest}. What are you working on right now?`,
    other && `Up for ${other} together this week? You choose the day.`,
  ].filter((opener) => opener !== undefined && opener !== "");
  return [...openers, ...GENERAL].slice(0, GENERAL.length) as string[];
}
