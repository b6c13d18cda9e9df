import { RETENTION_DAYS } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const deleteAMessage: ArticleSource = {
  id: "delete-a-message",
  categoryId: "messages",
  title: "Delete a message",
  description: "Take back something you wrote, and what the other person can still know.",
  keywords: ["unsend", "remove", "take back", "undo", "edit", "erase", "typo"],
  lead: "You can delete every message of your own, whenever you like. It goes from both sides at once.",
  blocks: [
    {
      kind: "steps",
      title: "Deleting",
      steps: [
        {
          title: "Find the message",
          text: "Open the conversation in [Messages](/messages). On a phone, tap your message. On a computer, point at it.",
        },
        {
          title: "Tap the cross",
          text: "It appears beside the message. It is also in the message's menu: hold your message, right-click it, or press Enter on it.",
        },
        { title: "Confirm", text: "We ask 'Delete this message?' once, because it cannot be undone." },
      ],
    },
    {
      kind: "section",
      title: "What is gone, and what is not",
      paragraphs: [
        "The text or picture disappears for both of you, on all devices. Nothing is left in its place, and it is not in the list of conversations any more.",
        "What the other person has read, they have read. Taking something back is for typos and second thoughts, not a way to make it unsaid.",
        `For ${RETENTION_DAYS} days a deleted message can still become part of a [report](/help/report-someone). Nobody else can read it, and after that it is gone for good. Until then it is also in [your download](/help/download-your-data).`,
        "If you or the other person has reported already, the report keeps what had been written until then.",
      ],
    },
    {
      kind: "features",
      title: "What you cannot do",
      features: [
        { title: "Edit", text: "A message stays as it was sent. Delete it and write it again." },
        { title: "Delete the other's words", text: "Only the one who wrote a message can take it back." },
        { title: "Get a crush back", text: "A picture that you delete has been sent, and what it cost stays spent." },
      ],
    },
    {
      kind: "tips",
      tips: ["To end the whole conversation rather than one message, [unmatch](/help/unmatch-someone)."],
    },
  ],
};
