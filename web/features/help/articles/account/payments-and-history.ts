import { FULL_WEEK_SETS, UNOPENED_CRUSH_DAYS } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";

export const paymentsAndHistory: ArticleSource = {
  id: "payments-and-history",
  categoryId: "account",
  title: "Payments and your history",
  description: "How paying works, what each line of your history means, and missing crushes.",
  keywords: [
    "payment",
    "card",
    "charge",
    "charged twice",
    "refund",
    "receipt",
    "invoice",
    "missing",
    "paid",
    "bought but not there",
    "crushes not there",
    "declined",
    "transaction",
    "billing",
  ],
  lead: "Every crush that comes or goes is a line in your history. No line is ever removed and no number changed, so you can always count it up. Only the name goes when somebody deletes their account.",
  blocks: [
    {
      kind: "features",
      title: "What the lines mean",
      features: [
        { title: "Welcome bonus", text: "The free crushes you started with." },
        {
          title: "Welcome bonus, once a year",
          text: "You had an account with this email address within the last year, and its free crushes with it. So the new ones went back when you confirmed the address.",
        },
        { title: "Crush sent, Image sent", text: "One crush each, or 0 while you are an Unlimited Member." },
        { title: "Crush from", text: "Somebody sent you one. That costs and brings nothing, so it says 0." },
        { title: "The name of a pack", text: "What you bought." },
        {
          title: "Crush given back, Image given back",
          text: `It is yours again: its recipient did not open it in ${UNOPENED_CRUSH_DAYS} days or left Spotter before answering, or support returned it.`,
        },
        { title: "For a full week", text: `${FULL_WEEK_SETS} sets of [Today's five](/help/find-people) in one week.` },
        { title: "Free crushes", text: "A present from us." },
        { title: "The name of a pack, withdrawn", text: "You withdrew from that purchase." },
        { title: "Refund", text: "Money went back to you, and the crushes it bought went with it." },
        {
          title: "Given back, with the name of a pack",
          text: "That money came to us after all, and so do your crushes.",
        },
      ],
    },
    {
      kind: "section",
      title: "How paying works",
      paragraphs: [
        "You pay on the page of our payment provider, with your card. We never see your card number. We learn that something was paid, what, and in which country, and a code by which we recognize the same card.",
        "Prices are in US dollars, and paid purchases are final. In the EU and EEA you can [withdraw within 14 days](/help/withdraw-from-a-purchase).",
      ],
    },
    {
      kind: "section",
      title: "Payments are paused",
      paragraphs: [
        "When a payment is disputed, your bank takes the money back. Until that is settled this account cannot buy, a membership is paused and does not renew, and nothing more is charged. Crushes that the payment bought and that you still have go until it is won; the others stay yours. A membership whose own payment is disputed ends.",
        "If you did not mean to dispute it, tell your bank that the payment was yours. If something was wrong with it, [write to us](/contact): we would rather mend it.",
      ],
    },
    {
      kind: "steps",
      title: "I paid, and my crushes are not there",
      steps: [
        {
          title: "Give it a minute",
          text: "We ask the payment provider ourselves, again and again, even if you have closed the page.",
        },
        {
          title: "Look at your history",
          text: "Open the tab History in [your wallet](/profile#crushes). A purchase is added once, never twice.",
        },
        {
          title: "Check your bank",
          text: "If the payment was declined, nothing was bought. Some banks show a hold for a few days and then drop it.",
        },
        {
          title: "Write to us",
          text: "If it was charged and does not appear, use Contact Support and tell us the day, the pack and the email address of your account.",
        },
      ],
    },
    {
      kind: "safety",
      tips: [
        "Never send card numbers in a message or in a support request. We do not need them.",
        "Before you pay, look at the address of the checkout page. You should have come to it from your own wallet, not from a link that somebody sent you.",
      ],
    },
  ],
};
