import type { ArticleSource } from "#web/features/help/article.ts";

export const blockSomeone: ArticleSource = {
  id: "block-someone",
  categoryId: "safety",
  title: "Block someone",
  description: "What a block does, where you find it, and how to take it back.",
  keywords: ["ban", "stop", "unblock", "avoid", "ex", "colleague", "stalker", "blocked members"],
  lead: "When you block somebody, you two do not exist for each other on Spotter any more. It works at once, and nobody is told.",
  blocks: [
    {
      kind: "steps",
      title: "Blocking",
      steps: [
        { title: "Open the menu", text: "The three dots, in a conversation or on a profile." },
        { title: "Choose Block", text: "We say once more what it means." },
        { title: "Confirm", text: "From that moment on you do not see each other." },
      ],
    },
    {
      kind: "features",
      title: "What it does",
      features: [
        {
          title: "Out of sight",
          text: "Neither of you sees the other in Browse, on My Crushes or by a saved address.",
        },
        {
          title: "No more contact",
          text: "A match ends, and the conversation leaves both of your lists with its pictures.",
        },
        { title: "No more crushes", text: "Neither can send the other one." },
        { title: "No notice", text: "To them you are simply not there, as if you had left." },
      ],
    },
    {
      kind: "section",
      title: "Taking it back",
      paragraphs: [
        "In [Settings](/settings), under Privacy, is the list of those you have blocked, with an Unblock button beside each.",
        "If there was nothing between you, unblocking lets you see each other again. It does not bring back a match, a conversation or a crush: what the block has ended stays ended, and you stay out of each other's sight. So block without a second thought when you need to, but do not use it to pause.",
      ],
    },
    {
      kind: "safety",
      tips: [
        "If somebody has threatened you or broken the rules, [report them](/help/report-someone) as well. One form does both.",
        "If we recognize a new account of theirs, by its email address or the card it pays by, you two do not meet again, either. You see nothing of that, and neither do they.",
        "If a person you have blocked finds you with a new account all the same, report that account and say so.",
      ],
    },
  ],
};
