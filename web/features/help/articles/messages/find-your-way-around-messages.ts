import { RETENTION_DAYS, SEARCHED_IN_ALL_MAX, SEARCHED_MESSAGES_MAX } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const findYourWayAroundMessages: ArticleSource = {
  id: "find-your-way-around-messages",
  categoryId: "messages",
  title: "Find your way around Messages",
  description: "New matches, unread counts and the list of your conversations.",
  keywords: [
    "inbox",
    "unread",
    "badge",
    "notifications",
    "list",
    "chats",
    "missing conversation",
    "disappeared",
    "mute",
    "archive",
    "reaction",
    "emoji",
    "reply",
    "quote",
    "copy",
    "draft",
    "your turn",
    "search",
    "find a message",
  ],
  lead: "Everything that is said to you is in [Messages](/messages). New matches stand at the top, conversations below them, the latest first.",
  blocks: [
    {
      kind: "features",
      title: "What you see",
      features: [
        { title: "New Matches", text: "Faces of those you have not exchanged a word with yet. Tap one to begin." },
        {
          title: "The last message",
          text: "'You:' in front of it means that it was yours, 'Draft:' that you have not sent it yet. A camera stands for a picture.",
        },
        {
          title: "Unread",
          text: "The number says how many messages wait in a conversation. The sum is on Messages in the menu.",
        },
        { title: "Your turn", text: "They wrote last, and you have read it." },
        {
          title: "It has been quiet",
          text: "After two days without a word, the conversation offers one message to send. Nobody is told, and you can hide it.",
        },
        { title: "When", text: "Just now, minutes, hours or days ago. After a week it is the date." },
      ],
    },
    {
      kind: "features",
      title: "A message's menu",
      features: [
        {
          title: "Open it",
          text: "Hold a message, right-click it, or use its three dots. By keyboard: arrow keys, then Enter.",
        },
        {
          title: "React",
          text: "One of five, in one tap. Choose it again to take it back. Nobody gets a notification.",
        },
        { title: "Reply", text: "Your answer quotes the message. Tap the quote to go there." },
        { title: "Copy, delete, report", text: "Copy any text, delete your own messages, report theirs." },
      ],
    },
    {
      kind: "section",
      title: "Find something again",
      paragraphs: [
        `Above the list is a search. Type two letters or more. It finds people by their names and messages by what they say, in the newest ${SEARCHED_MESSAGES_MAX.toLocaleString("en-US")} of each conversation and ${SEARCHED_IN_ALL_MAX.toLocaleString("en-US")} in all. Tap a message to go there. What you search for is not kept.`,
      ],
    },
    {
      kind: "section",
      title: "Quiet and out of the way",
      paragraphs: [
        "Mute a conversation, and its messages send no notification and no email. The unread number stays. Archive it, and it is under Archived at the end of the list until the next message, or news of a workout date. Undo is right there for a moment.",
        "Both are in the menu at the top of a conversation, and in the list: hold a row, or right-click it. The other person never learns of it.",
      ],
    },
    {
      kind: "section",
      title: "Reading",
      paragraphs: [
        "A conversation counts as read when you open it and look at it. If it is open in a tab that you do not see, it waits until you come back.",
        "Where you left off there is a line that says New messages. Scroll up for what was said before: older messages come as you go.",
        "You can be logged in on several devices. What you read or send on one is the same on the others within a moment.",
      ],
    },
    {
      kind: "section",
      title: "A conversation is gone",
      paragraphs: [
        "When somebody unmatches or blocks, the conversation leaves the lists of both. We do not say which of you did it, and it does not come back.",
        `You can [report](/help/report-someone) the other person for ${RETENTION_DAYS} days more: in [Settings](/settings/privacy), under People you talked to.`,
        "When somebody deletes their account, their photos and what they wrote are removed. Your own messages stay, and the name becomes Deleted member.",
      ],
    },
    {
      kind: "tips",
      tips: [
        "Tap the name at the top of a conversation to see the profile again.",
        "On a wide screen the list stays beside the conversation, so you can go from one to the next.",
      ],
    },
  ],
};
