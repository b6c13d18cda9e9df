import type { ArticleSource } from "#web/features/help/article.ts";

export const whatTheTicksMean: ArticleSource = {
  id: "what-the-ticks-mean",
  categoryId: "messages",
  title: "What the ticks mean",
  description: "Sent, read, waiting or failed: how to tell what became of a message.",
  keywords: ["check marks", "checkmarks", "double tick", "read receipts", "seen", "delivered", "blue ticks"],
  lead: "At the foot of your own messages stands what has become of them. Only you see these marks.",
  blocks: [
    {
      kind: "features",
      title: "Four states",
      features: [
        { title: "A clock: sending", text: "It is on its way. You see it only when that takes longer than usual." },
        { title: "One tick: sent", text: "We have it, and it is in the other's conversation." },
        { title: "Two ticks: read", text: "They have opened the conversation and seen it." },
        { title: "Retry", text: "It did not go through yet. [What to do then](/help/when-a-message-does-not-go-out)." },
      ],
    },
    {
      kind: "section",
      title: "Read receipts are a choice",
      paragraphs: [
        "In [Settings](/settings), under Privacy, you can turn read receipts off. Others then do not learn when you have read something, and, to be fair, you do not learn it of them.",
        "Unread counts on your own devices go on working as before. They are nobody else's.",
      ],
    },
    {
      kind: "section",
      title: "One tick for a long time",
      paragraphs: [
        "It means only that it has not been read, or that one of you has turned read receipts off. It does not mean that you were blocked: when that happens the whole conversation disappears.",
      ],
    },
    {
      kind: "tips",
      tips: [
        "Tap a message, or point at its time, to see the day and the minute it was sent.",
        "Two ticks and no answer is no insult. Some people read on the way to the gym and answer after it.",
      ],
    },
  ],
};
