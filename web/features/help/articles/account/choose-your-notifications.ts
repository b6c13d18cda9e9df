import { LOW_BALANCE } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const chooseYourNotifications: ArticleSource = {
  id: "choose-your-notifications",
  categoryId: "account",
  title: "Choose your notifications",
  description: "What we tell you about and how, and how to turn our mail off.",
  keywords: [
    "email",
    "emails",
    "mail",
    "alerts",
    "push",
    "unsubscribe",
    "newsletter",
    "marketing",
    "too many",
    "quiet",
    "night",
    "lock screen",
    "hide names",
    "discreet",
    "do not disturb",
    "sleep",
    "not receiving",
  ],
  lead: "You decide what is worth a mail. Settings has a switch for each kind of news and one for all its mail, and Save Settings puts them into effect.",
  blocks: [
    {
      kind: "features",
      title: "The switches",
      features: [
        { title: "Email notifications", text: "For mail alone. Off means none but what your account needs." },
        { title: "Crush received", text: "Somebody sent you a crush." },
        { title: "New message", text: "A match has written to you." },
        { title: "New match", text: "A crush of yours was answered." },
        { title: "Workout dates", text: "A match plans, changes or answers one." },
        { title: "Workout reminders", text: "The evening before a workout date." },
        {
          title: "Back safe?",
          text: "After a date that you [share with somebody you trust](/help/tell-somebody-you-trust), we ask whether you are back.",
        },
        {
          title: "Low crush balance",
          text: `You have fewer than ${LOW_BALANCE} crushes left. Never in your first 24 hours, and no more than one mail a week.`,
        },
        {
          title: "Someone new fits",
          text: "Somebody joined who fits your preferences, and you fit theirs. Once a day at most, without a name, and not if you have been here since. It is off until you switch it on.",
        },
        { title: "News and offers", text: "From us. It is off until you switch it on." },
      ],
    },
    {
      kind: "steps",
      title: "Changing them",
      steps: [
        { title: "Open Settings", text: "[Settings](/settings), Notifications." },
        { title: "Flip what you like", text: "Nothing changes until you save." },
        { title: "Save Settings", text: "You see 'Settings saved successfully!' for a moment." },
      ],
    },
    {
      kind: "section",
      title: "Quiet hours",
      paragraphs: [
        "Below the switches you can choose hours of the day in which nothing disturbs you: no notification on a device and no mail. They follow the clock of the place where you set them, also when it changes for summer.",
        "When they end, you are told of what you have not seen by then. Mail about your account, such as a link for a new password, does not wait, and neither does Back safe?",
      ],
    },
    {
      kind: "section",
      title: "When others see your screen",
      paragraphs: [
        "Discreet notifications, under Privacy in Settings, hides names and the kind of news: devices and mails say only that something new waits for you.",
      ],
    },
    {
      kind: "section",
      title: "You are told once",
      paragraphs: [
        "While you look at Spotter, you hear of it there and nowhere else. Otherwise a device on which you have turned on notifications tells you, and if there is none, we send a mail. Back safe? comes both ways at once.",
        "A mail waits five minutes, in case you see for yourself. It gathers what came meanwhile, and comes once for each conversation until you have read it. It says who it was, unless you chose otherwise, and never what they wrote.",
        "Each mail has an Unsubscribe link that ends its kind with one press, without a login. The switch in Settings goes off with it.",
      ],
    },
    {
      kind: "section",
      title: "No mail is coming",
      paragraphs: [
        "Perhaps you were told otherwise: in the app, or by a notification on a device.",
        "We write about crushes, messages and your reports only to an address that you have confirmed. If yours is not, a line at the top of your screens offers to send the link again.",
        "Look into the spam folder, and tell your mail program that we are no spam. Some providers need a few minutes.",
        "Mails about your login, such as a link for a new password, come whatever your switches say. You can ask for three links an hour.",
      ],
    },
    {
      kind: "tips",
      tips: [
        "Inside Spotter you see everything at once, whatever your switches say: the counts in the menu are always right.",
      ],
    },
  ],
};
