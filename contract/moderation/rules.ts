import { AGE_MIN } from "#contract/limits.ts";

/** The first ones are the headings of the community guidelines. */
export const RULES = {
  be_you: "Be you, as you are today",
  consent: "Consent, every set",
  all_bodies: "All bodies, all levels",
  at_the_gym: "At the gym",
  no_market: "Not a market",
  fraud: "No fraud and no scams",
  private: "What is told here stays here",
  danger: "Nobody is put in danger",
  under_18: "Nobody under 18",
  intimate_pictures: "No intimate picture of anybody without their consent",
  illegal: "Nothing that is against the law",
  no_return: "A suspended member does not come back with another account",
  guidelines: "Our community guidelines",
} as const;
export type RuleKey = keyof typeof RULES;
export const RULE_KEYS = Object.keys(RULES) as RuleKey[];

/** Never undone without an appeal. */
export const DANGER_RULES: readonly RuleKey[] = ["danger"];

/** Everyone who wrote with the account is warned. */
export const FRAUD_RULE: RuleKey = "fraud";

/** The account is deleted once its owner cannot object any more. */
export const YOUTH_RULE: RuleKey = "under_18";

interface RuleText {
  /** In one sentence; empty for none. */
  readonly brief: string;
  /** Before the points; empty for none. */
  readonly text: string;
  readonly points: readonly string[];
}

/** The full text of each rule: what members read in the guidelines, and moderators when they choose it. */
export const RULE_TEXTS: Readonly<Record<RuleKey, RuleText>> = {
  be_you: {
    brief: "Your own photos, your real age, your honest intentions.",
    text: "",
    points: [
      "Use photos of yourself, and recent ones. A match should recognize you at the gym door.",
      `Give your real age. Nobody under ${AGE_MIN}, and no children alone in photos.`,
      "Say what you look for. ‘Something casual’ and ‘Long-term relationship’ are both fine; only the surprise is not.",
      "One person, one account. No fakes, no celebrities, no profile for a friend, a brand or a business.",
    ],
  },
  consent: {
    brief: "Ask. Listen. A no, a ‘maybe later’ and no answer are all answers.",
    text: "A match is an invitation to talk and nothing more. What two people do next takes a yes from both, freely given, each time, and it can be taken back. Nobody owes an answer, a number, a photo, a date or a second date.",
    points: [
      "No pressure, no guilt, no ‘but you matched with me’.",
      "No sexual messages or pictures that were not asked for. Nudity does not belong on Spotter at all.",
      "If somebody unmatches or blocks you, leave it there. Do not look for them elsewhere.",
    ],
  },
  all_bodies: {
    brief: "Bodies train for a hundred reasons. Comment on none of them unasked.",
    text: "We will not have harassment or hate: no slurs, no contempt for anybody’s race, ethnicity, religion, disability, gender, gender identity, orientation, age, size or weight. And because this is a place about training:",
    points: [
      "No body shaming, and no ‘compliments’ that are one.",
      "No advice on form, diet or weight that was not asked for.",
      "No promotion of eating disorders, of steroids or other drugs, or of selling them.",
      "Beginners ask, and get a kind answer. So do people who come back after an injury.",
    ],
  },
  at_the_gym: {
    brief: "People come to train. Spotter stays in the pocket until they say otherwise.",
    text: "",
    points: [
      "Recognized somebody from Spotter? Let them finish their workout. A crush or a message is the better way to say hello.",
      "Never film or photograph members without their consent, not even in the background of your own set.",
      "Do not wait for somebody at ‘their’ gym, and do not ask the front desk about them.",
      "Training together: spot when asked, agree on how, hands where they were invited.",
    ],
  },
  no_market: {
    brief: "",
    text: "",
    points: [
      "No requests for money, gift cards, crypto or ‘investments’. Ever, for any reason.",
      "No selling, no coaching offers, no supplements, no links to paid content, no recruiting.",
      "No spam: the same message to everyone is one.",
      "No escorting, no trafficking. Where somebody’s life or safety is threatened, we tell the police.",
    ],
  },
  fraud: {
    brief: "We end such accounts, and write to everyone they wrote with.",
    text: "",
    points: [
      "No false stories that win somebody’s trust to get at their money.",
      "No links to pages that collect passwords, cards or codes.",
      "No threats to publish a picture or a message, for money or anything else.",
    ],
  },
  private: {
    brief: "",
    text: "Do not publish or pass on messages, pictures or profiles of others, and never their name, gym, workplace or address. Threatening to is grounds for suspension, too.",
    points: [],
  },
  danger: {
    brief: "",
    text: "Nobody threatens, follows, waits for or attacks anybody, or calls for it. Where a life or somebody’s safety is threatened, we act at once, and tell the police.",
    points: [],
  },
  under_18: {
    brief: "",
    text: `Members are ${AGE_MIN} or older, and gave their real date of birth.`,
    points: [],
  },
  intimate_pictures: {
    brief: "",
    text: "No picture of somebody naked or in private without their consent, real or made by a computer. Whoever is in it can ask us to remove it, with or without an account.",
    points: [],
  },
  illegal: { brief: "", text: "Nothing that the law forbids, in words, in pictures or as an offer.", points: [] },
  no_return: {
    brief: "",
    text: "While a suspension or a restriction applies, another account of the same person is under it, too.",
    points: [],
  },
  guidelines: {
    brief: "",
    text: "For what none of the other rules names. The reason then has to be in your own words.",
    points: [],
  },
};
