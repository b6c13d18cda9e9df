/** What has happened to the demo login so far. */

/** Credits that it was given beside the free ones. */
export const CREDITS = 11;

/** Who has sent it a crush that waits for an answer. */
export const RECEIVED = ["nora_swims", "priya.k", "leila_boxes", "kaiya"];

/** Whom it has sent a crush. */
export const SENT = ["adaclimbs", "zuri"];

/** Matches that nobody has written to yet. */
export const WAITING_MATCHES = ["lotte"];

interface Conversation {
  readonly withMember: string;
  readonly messages: readonly (readonly ["me" | "them", string])[];
  /** Whether what they wrote last is still unread. */
  readonly unread: boolean;
}

export const CONVERSATIONS: readonly Conversation[] = [
  {
    withMember: "june_runs",
    unread: false,
    messages: [
      ["them", "First half marathon on Sunday. Tell me something calming."],
      ["me", "Start slower than feels reasonable. Then slower than that."],
      ["them", "That is the least calming sentence I have ever read."],
      ["me", "Good luck on Sunday!"],
    ],
  },
  {
    withMember: "mayalifts",
    unread: true,
    messages: [
      ["them", "You really squat in those shoes?"],
      ["them", "Asking as a physio."],
      ["me", "They are flat, they are old, and they have never let me down"],
      ["them", "There is a loop behind Barton Springs that says otherwise. 9 miles, one hill you will hate."],
      ["me", "OK, that loop wins"],
      ["me", "Show me the trail and I will spot your bench"],
      ["them", "Deal. Saturday, 8am at the rack?"],
    ],
  },
];
