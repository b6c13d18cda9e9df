import { CRUSH_COST, FREE_CRUSHES, NEW_PEOPLE_A_DAY, UNOPENED_CRUSH_DAYS } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const howCrushesWork: ArticleSource = {
  id: "how-crushes-work",
  categoryId: "getting-started",
  title: "How crushes work",
  description: "What a crush says, what it costs, and what happens after you send one.",
  keywords: ["like", "likes", "swipe", "credit", "credits", "cost", "price", "free", "undo", "limit", "a day"],
  lead: "A crush says you would like to meet. If the other person sends one back it is a match, and you can message each other.",
  blocks: [
    {
      kind: "steps",
      title: "A crush, from start to match",
      steps: [
        {
          title: `You start with ${FREE_CRUSHES}`,
          text: `Every new member gets ${FREE_CRUSHES} free crushes, once a year for each confirmed email address.`,
        },
        {
          title: `Each one you send costs ${CRUSH_COST}`,
          text: "The cost is on the button before you tap. Unlimited Members pay nothing. Receiving is always free.",
        },
        {
          title: "Say what it is about, if you like",
          text: "On a profile, the heart on a photo or beside an answer sends a crush that says so. It costs the same.",
        },
        {
          title: "The other person hears of it",
          text: "You appear under Crushes Received on their [My Crushes](/crushes). They can look at your profile and take their time.",
        },
        {
          title: "Two crushes make a match",
          text: "Tap Send Crush Back on My Crushes. In Browse and on profiles, whoever has crushed on you is marked, and the button says Crush back.",
        },
      ],
    },
    {
      kind: "section",
      title: "What is certain",
      paragraphs: [
        "You can send one crush to a member, once. A second tap costs nothing and does nothing, even when your connection drops halfway and you try again.",
        "For five seconds the button says Undo: press it again, and nothing was sent or spent. Leaving the page in that time sends the crush. One that makes a match goes out at once.",
        "Nobody is told when a crush stays without an answer, or when you say Not now to it.",
        `If somebody leaves Spotter before answering you, or does not open your crush in ${UNOPENED_CRUSH_DAYS} days, the credit comes back. Your history then says Crush given back. A crush that was not opened stays where it is, and can still be answered.`,
        "Opened means that they looked at their crushes or at your profile, or said Not now. Crushes that cost you nothing bring nothing back.",
        `So that a crush keeps meaning something, it can go to ${NEW_PEOPLE_A_DAY.standard} new people a day. In your first 24 hours, and until your email address is confirmed, it is half of that. With the membership you need not count. Sending a crush back does not count. When few are left, Browse says so, and when there are more.`,
      ],
    },
    {
      kind: "tips",
      tips: [
        "Profiles with an answered prompt give people something to say first. Send your crushes where you would know what to write.",
        "Out of crushes? You can still read who likes you and talk to all of your matches. [Getting more crushes](/help/getting-more-crushes) says how to go on.",
      ],
    },
  ],
};
