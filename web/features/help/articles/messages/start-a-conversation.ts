import { MESSAGE_MAX, UNANSWERED_MAX } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const startAConversation: ArticleSource = {
  id: "start-a-conversation",
  categoryId: "messages",
  title: "Start a conversation",
  description: "Write a first message that gets an answer, and where to write it.",
  keywords: ["first message", "hello", "hi", "opener", "icebreaker", "chat", "talk", "what to write"],
  lead: "You can write to everybody you have matched with. The best first messages are short, come from the other person's profile, and end with a question.",
  blocks: [
    {
      kind: "steps",
      title: "Writing the first one",
      steps: [
        {
          title: "Open the conversation",
          text: "Tap a face under New Matches in [Messages](/messages), or Send Message on [My Crushes](/crushes).",
        },
        {
          title: "Look what you share",
          text: "An empty conversation names the interests that you both have, and offers three first messages about them. A press sends one.",
        },
        {
          title: "Ask something small",
          text: "'What's on your bar for leg day?' can be answered in one line. 'Tell me about yourself' cannot.",
        },
        {
          title: "Send",
          text: "On a computer, Enter sends and Shift with Enter makes a new line. On a phone, use the arrow button.",
        },
      ],
    },
    {
      kind: "section",
      title: "Good to know",
      paragraphs: [
        `A message can have ${MESSAGE_MAX.toLocaleString("en-US")} characters. A counter appears when you come near that.`,
        `After ${UNANSWERED_MAX} messages in a row it is their turn. You can write again when they answer, or a day later.`,
        "While the other person writes you see 'typing...' next to their name. They see the same of you.",
        "What you have begun to write stays in the text field when you go and look at something else. Web addresses become links by themselves, so look twice before you follow one: [Chat safely](/help/chat-safely).",
      ],
    },
    {
      kind: "benefits",
      title: "What works",
      benefits: [
        { title: "Something from their profile", text: "It shows that you have read it." },
        { title: "A light question", text: "One, not four." },
        { title: "Your own way of speaking", text: "If you are dry, be dry. They will meet you as you are." },
      ],
    },
    {
      kind: "tips",
      tips: [
        "No answer yet? People train, work and sleep. Wait a day or two, write once more, then let it be.",
        "When it goes well, suggest [a first session together](/help/your-first-session-together) before the conversation runs dry.",
      ],
    },
  ],
};
