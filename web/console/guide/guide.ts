import type { ActName } from "#contract/moderation/acts.ts";
import { RULE_KEYS, RULE_TEXTS, RULES } from "#contract/moderation/rules.ts";
import { digitOf, labelOfAct } from "#web/console/decision/act-options.ts";
import {
  ACT_GUIDE,
  APPEAL_STEPS,
  NOTICE_STEPS,
  OBJECTION_STEPS,
  PICTURE_STEPS,
  REASON_STEPS,
  SIGNAL_STEPS,
  type Steps,
} from "#web/console/guide/guidance.ts";
import { KEYS } from "#web/console/keys.ts";

interface GuideEntry {
  readonly name: string;
  readonly texts: readonly string[];
}

/** The guide for moderators: a screen of the console, and `docs/moderating.md`, which is written from it. */
export interface GuideSection {
  readonly title: string;
  readonly text?: string;
  /** In their order. */
  readonly steps?: readonly string[];
  readonly entries?: readonly GuideEntry[];
}

const WAY: GuideSection = {
  title: "From the queue to the answer",
  steps: [
    "The queue has what is open, with the least time first: danger within an hour, somebody under 18 within four, an intimate picture within 48, anything else within a day. Each row says why.",
    "Open a case: it is yours for 20 minutes, or until you leave it. Each look at what people wrote is kept with your name.",
    "Read the evidence, not only the words of who reported it. It shows what was there at that time, also if it was deleted since. Pictures are blurred until you press them.",
    "Choose one or several acts. Each says what it does, and what the member notices.",
    "Say what you found, and by which rule. The email stands there as the member will read it. It never says who reported what.",
    "Look at the ticks ‘This was so’: each report and notice has its own answer. They are set where the rule of your decision is theirs.",
    "Decide. The emails leave a little later, after 90 seconds unless the operator has changed it. Until then u takes the decision back without a word to anybody, and leads back to the case.",
  ],
};

const LATER: GuideSection = {
  title: "After a decision",
  entries: [
    {
      name: "Undo",
      texts: [
        "Within 30 days, from the case. Once the emails have left, the member gets another one. The case is open again and due as before.",
        "What restricts somebody by the rule ‘Nobody is put in danger’ is taken back by an appeal only. Crushes that were given back stay so, and a membership that ended with an account does not return.",
      ],
    },
    {
      name: "Appeals",
      texts: [
        "The member can object once within six months. The case shows what was decided, why, and on which evidence.",
        "Who decided sees no buttons while a colleague has been here within a week.",
        "The answer leaves at once, and nothing takes it back.",
      ],
    },
    {
      name: "Another look",
      texts: [
        "The sender of a report or notice in which nothing was found can ask for it once. A colleague decides it.",
      ],
    },
  ],
};

const toSection = ({ title, steps }: Steps): GuideSection => ({ title, steps });

const ruleTexts = ({ brief, text, points }: (typeof RULE_TEXTS)[keyof typeof RULE_TEXTS]): readonly string[] =>
  [brief, text, ...points].filter((one) => one !== "");

const ACTS = Object.keys(ACT_GUIDE) as ActName[];

export const GUIDE: readonly GuideSection[] = [
  WAY,
  {
    title: "Acts",
    text: "What each does, and what the member notices.",
    entries: ACTS.map((act) => ({
      name: `${labelOfAct(act)} (${digitOf(act)})`,
      texts: [ACT_GUIDE[act].does, ACT_GUIDE[act].notices],
    })),
  },
  ...[
    ...new Set([
      ...Object.values(REASON_STEPS),
      ...Object.values(NOTICE_STEPS),
      PICTURE_STEPS,
      SIGNAL_STEPS,
      APPEAL_STEPS,
      OBJECTION_STEPS,
    ]),
  ]
    .toSorted(
      (a, b) => Number(b === REASON_STEPS["Someone is in danger"]) - Number(a === REASON_STEPS["Someone is in danger"]),
    )
    .map(toSection),
  LATER,
  {
    title: "Rules",
    text: "The statement names the rule. Members find it in the community guidelines and the terms.",
    entries: RULE_KEYS.map((key) => ({ name: RULES[key], texts: ruleTexts(RULE_TEXTS[key]) })),
  },
  { title: "Keys", entries: KEYS.map(([name, meaning]) => ({ name, texts: [meaning] })) },
];
