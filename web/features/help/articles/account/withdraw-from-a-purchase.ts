import type { ArticleSource } from "#web/features/help/article.ts";

export const withdrawFromAPurchase: ArticleSource = {
  id: "withdraw-from-a-purchase",
  categoryId: "account",
  title: "Withdraw from a purchase",
  description: "The right of buyers in the EU and EEA to their money back within 14 days, and how to use it.",
  keywords: [
    "withdraw",
    "withdrawal",
    "right of withdrawal",
    "revoke",
    "return",
    "14 days",
    "money back",
    "eu",
    "europe",
    "european union",
    "consumer",
  ],
  lead: "If you bought in the EU or EEA, you have 14 days to change your mind. You need no reason, and it takes two taps.",
  blocks: [
    {
      kind: "steps",
      title: "How to withdraw",
      steps: [
        {
          title: "Open Billing",
          text: "In [Settings, Billing](/settings/billing) each purchase of the last 14 days has a button Withdraw from contract here.",
        },
        { title: "Check the statement", text: "It says what you withdraw from, and what you get back." },
        {
          title: "Confirm withdrawal",
          text: "The unspent crushes leave your wallet, or the membership ends. A receipt comes by email, and the money goes back to the card or account you paid with. Banks take some days to show it.",
        },
      ],
    },
    {
      kind: "section",
      title: "What you get back",
      paragraphs: [
        "For a pack: the part of its price that belongs to crushes you have not spent. Free crushes count as spent first, then those of your oldest pack. Of a pack that is spent there is nothing left to withdraw from.",
        "For a new membership: its price less each day that has begun. A day is 24 hours from your purchase, and the first begins at once. A renewal is no new contract: [cancel](/help/unlimited-membership) before it.",
      ],
    },
    {
      kind: "section",
      title: "Who can withdraw",
      paragraphs: [
        "Whoever bought in the EU, Iceland, Liechtenstein or Norway. What counts is the country of your billing address when you paid or, without one, the location on your profile. Where we know neither, you can.",
        "A plain statement works as well: [write to us](/contact) with the day of the purchase and the words ‘I withdraw’.",
      ],
    },
    {
      kind: "tips",
      tips: [
        "You can withdraw after you [deleted your account](/help/delete-your-account), too: [write to us](/contact) with the number in our confirmation of the purchase.",
        "If your bank returns the money, as when a card is closed, we email you. [Write to us](/contact), and we find another way.",
        "While your bank disputes a payment we cannot pay it back as well. Settle it with your bank, or tell them that it was yours.",
      ],
    },
  ],
};
