import { ACQUAINTED_FROM } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const chatSafely: ArticleSource = {
  id: "chat-safely",
  categoryId: "messages",
  title: "Chat safely",
  description: "What the notes under messages mean, and why a picture may be covered.",
  keywords: [
    "advice",
    "warning",
    "blurred",
    "are you sure",
    "harassment",
    "scam",
    "phone number",
    "whatsapp",
    "telegram",
  ],
  lead: "Most people here mean well. For the others, Spotter has a few quiet helpers in the chat. They run on your device: nobody reads your messages for them.",
  blocks: [
    {
      kind: "features",
      title: "Notes under a message",
      features: [
        {
          title: "Money",
          text: "Never send any to somebody you know from here, nor gift cards, crypto or codes. [Spot a scam](/help/spot-a-scam) has the usual stories.",
        },
        {
          title: "Another app",
          text: "Keep chatting here until you have met. Here you can block and report, and we can help.",
        },
        {
          title: "A phone number",
          text: "It can lead to a name and an address, yours as well as theirs. It can wait until you have met.",
        },
        {
          title: "A link",
          text: "Open it with care. A page where you have to log in, pay or prove your age is not what they say it is.",
        },
        {
          title: "Does this bother you?",
          text: "It stands under words that may hurt. Yes leads to the [report](/help/report-someone), No puts the question away.",
        },
      ],
    },
    {
      kind: "section",
      title: "Before you send",
      paragraphs: [
        "If your own words could hurt, we ask once: are you sure? Edit takes you back to the text, Send anyway sends it. Nothing is refused, and nobody learns that we asked.",
        "These are simple rules for English, and they make mistakes. They know that leg day kills and that a snatch is a lift, but they do not know your jokes.",
      ],
    },
    {
      kind: "section",
      title: "Pictures from someone new",
      paragraphs: [
        `A picture from somebody to whom you have written fewer than ${ACQUAINTED_FROM} messages is covered until you tap it. Until then it is not even loaded. After the first one, their pictures are shown, and so they are once you have sent one yourself.`,
        "You owe nobody a look. If a picture was not welcome, hold it or right-click it and choose Report this message.",
      ],
    },
    {
      kind: "tips",
      tips: [
        "The cross on a note puts this kind of advice away for that conversation.",
        "Ready to meet? Read [Meet safely](/help/meet-safely) first.",
      ],
    },
  ],
};
