import type { ArticleSource } from "#web/features/help/article.ts";

export const whenAMessageDoesNotGoOut: ArticleSource = {
  id: "when-a-message-does-not-go-out",
  categoryId: "messages",
  title: "When a message does not go out",
  description: "No network, a closed tab, a failed send: what happens to your words.",
  keywords: ["offline", "network", "connection", "failed", "retry", "stuck", "not sent", "error", "outbox", "signal"],
  lead: "Gyms have thick walls. When you have no network, your message waits on your device and goes out by itself as soon as it can.",
  blocks: [
    {
      kind: "section",
      title: "Waiting",
      paragraphs: [
        "A message that could not be sent says Sends when you are back online, or what failed and Goes out by itself. You need not do anything: it is tried again, by itself, until it is through. You can write more meanwhile, and all of them arrive in their order.",
        "It waits even when you close the tab. It goes out the next time you open Spotter in that browser, as long as you are still logged in there. Logging out throws away what is waiting.",
      ],
    },
    {
      kind: "steps",
      title: "When it does not help to wait",
      steps: [
        { title: "Check your connection", text: "Open another page. If that does not load either, it is the network." },
        {
          title: "Tap Retry",
          text: "It tries at once, without waiting for the next turn. A message is never sent twice by it.",
        },
        { title: "Read what it says", text: "If a message is refused for good, the reason stands under it." },
        {
          title: "Discard it",
          text: "Use the cross beside the message. Should it have arrived after all, you find it in the conversation and can delete it there.",
        },
      ],
    },
    {
      kind: "features",
      title: "What is certain",
      features: [
        { title: "Nothing arrives twice", text: "Even when a reply is lost on its way and your device asks again." },
        { title: "Nothing is mixed up", text: "Your messages arrive in the order in which you wrote them." },
        {
          title: "Nothing gets lost unseen",
          text: "A message has a tick, or says that it is waiting or why it was refused. If the conversation ends meanwhile, the screen says so.",
        },
      ],
    },
    {
      kind: "tips",
      tips: [
        "A picture does not wait as texts do. If sending it fails, the window stays open with the picture in it: try again when you have a network.",
      ],
    },
  ],
};
