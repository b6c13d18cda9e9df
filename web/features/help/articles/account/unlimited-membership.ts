import { SUBSCRIPTION_PRICE_CENTS } from "#contract/catalog.ts";
import { UNLIMITED_A_DAY } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";
import { formatCount } from "#web/lib/format-count.ts";
import { formatPrice } from "#web/lib/format-price.ts";

export const unlimitedMembership: ArticleSource = {
  id: "unlimited-membership",
  categoryId: "account",
  title: "Start or cancel your membership",
  description: "What the unlimited membership holds, how to cancel it, and what you keep.",
  keywords: [
    "cancel",
    "subscription",
    "subscribe",
    "unsubscribe",
    "renew",
    "billing",
    "unlimited",
    "premium",
    "stop paying",
    "resume",
  ],
  lead: `The unlimited membership costs ${formatPrice(SUBSCRIPTION_PRICE_CENTS)} a month and renews until you cancel. Cancelling takes two taps, and you keep what you paid for.`,
  blocks: [
    {
      kind: "benefits",
      title: "What it holds",
      benefits: [
        {
          title: "Crushes without counting",
          text: "None is taken from your balance.",
        },
        { title: "Pictures without counting", text: "In all of your conversations." },
        { title: "Your balance waits", text: "What you had stays in reserve for the time after." },
      ],
    },
    {
      kind: "steps",
      title: "Starting",
      steps: [
        {
          title: "Open your wallet",
          text: "It is on [your profile](/profile#crushes), in the tab Balance & Purchase.",
        },
        { title: "Go unlimited", text: "You pay on the page of our payment provider and come back by yourself." },
        { title: "Look for the sign", text: "Your wallet says Unlimited Member and until when." },
      ],
    },
    {
      kind: "steps",
      title: "Cancelling",
      steps: [
        {
          title: "Open your subscription",
          text: "Tap Manage Subscription in your wallet, or go to the [crush wallet](/profile/subscription).",
        },
        { title: "Cancel Subscription", text: "We say until when you keep it, and ask once." },
        {
          title: "Done",
          text: "It does not renew. Until the end of the month you paid for, everything stays as it is.",
        },
      ],
    },
    {
      kind: "section",
      title: "Changed your mind?",
      paragraphs: [
        "Until the last day you can tap Resume Subscription, and it goes on as if nothing had happened. After that, start a new one.",
        "When a membership ends, your matches and conversations stay. From then on crushes and pictures come out of your balance again.",
        `Nobody sends to more than ${formatCount(UNLIMITED_A_DAY)} new people a day, which keeps programs out.`,
        "If a renewal cannot be paid, you keep the membership for up to three weeks while the payment is tried again. That is once a year: the next time it pauses at the end of the month you paid for, until the payment arrives.",
        "If you [delete your account](/help/delete-your-account), your membership ends with it. If we [suspend it](/help/when-we-restrict-your-account) for longer than the month you paid for, you are not charged again.",
      ],
    },
    {
      kind: "tips",
      tips: [
        "Paid purchases are final, and so is a month that has begun. Cancel before the day on which it renews: your wallet names it.",
        "In the EU and EEA you can also withdraw from a new membership within 14 days, and get back the days that have not begun: [how that works](/help/withdraw-from-a-purchase).",
      ],
    },
  ],
};
