import type { ArticleSource } from "#web/features/help/article.ts";

export const whatAMatchMeans: ArticleSource = {
  id: "what-a-match-means",
  categoryId: "getting-started",
  title: "What a match means",
  description: "What opens up when two crushes meet, and where to find your matches again.",
  keywords: ["mutual", "matched", "connection", "active connections", "pair"],
  lead: "A match is two crushes, one from each of you. From then on the two of you can write to each other, and either of you may begin.",
  blocks: [
    {
      kind: "section",
      title: "The moment itself",
      paragraphs: [
        "Two plates lock together, and we suggest three first messages. A press sends one. Send Message opens the conversation, so that you can write your own. Keep browsing closes the moment, and the match stays.",
        "If you are not here when it happens, it is celebrated at your next visit. You also find it at the top of [Messages](/messages) and on [My Crushes](/crushes) when you come back.",
      ],
    },
    {
      kind: "features",
      title: "My Crushes, tab by tab",
      features: [
        {
          title: "Crushes Received",
          text: "Everybody who sent you one. Answer with Send Crush Back, or look at the profile first.",
        },
        { title: "Crushes Sent", text: "Those you are waiting for. Nothing to do here but be patient." },
        { title: "Matches", text: "Everybody you can write to, whether you have yet or not." },
        { title: "Active Connections", text: "Matches with at least one message between you." },
      ],
    },
    {
      kind: "benefits",
      title: "What a match gives you",
      benefits: [
        {
          title: "Talking is free",
          text: "Texts cost nothing, however many. A picture costs one crush, unless you are an Unlimited Member.",
        },
        {
          title: "Nobody barges in",
          text: "Only your matches can write to you. There are no messages from strangers.",
        },
        {
          title: "You can end it",
          text: "[Unmatch](/help/unmatch-someone) at any time, without a reason and without a notice to the other.",
        },
      ],
    },
    {
      kind: "tips",
      tips: [
        "A match is an invitation, not a promise. [A good first message](/help/start-a-conversation) is short and asks something.",
      ],
    },
  ],
};
