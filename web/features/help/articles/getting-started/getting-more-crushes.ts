import { PACKAGES, SUBSCRIPTION_PRICE_CENTS } from "#contract/catalog.ts";
import { FREE_CRUSHES, FULL_WEEK_SETS, LOW_BALANCE } from "#contract/limits.ts";
import type { ArticleSource } from "#web/features/help/article.ts";
import { formatPrice } from "#web/lib/format-price.ts";

export const gettingMoreCrushes: ArticleSource = {
  id: "getting-more-crushes",
  categoryId: "getting-started",
  title: "Getting more crushes",
  description: "Packs, the unlimited membership, and where your balance stands.",
  keywords: [
    "buy",
    "purchase",
    "price",
    "cost",
    "money",
    "pack",
    "bundle",
    "wallet",
    "balance",
    "credits",
    "out of crushes",
  ],
  lead: `You begin with ${FREE_CRUSHES}. When they are gone you can buy a pack, or become an Unlimited Member and stop counting. Both are in your [crush wallet](/profile#crushes).`,
  blocks: [
    {
      kind: "features",
      title: "Packs",
      features: PACKAGES.map(({ name, crushes, priceCents }) => ({
        title: name,
        text: `${crushes} crushes for ${formatPrice(priceCents)}, which is ${formatPrice(priceCents / crushes)} each.`,
      })),
    },
    {
      kind: "benefits",
      title: `Unlimited membership, ${formatPrice(SUBSCRIPTION_PRICE_CENTS)} a month`,
      benefits: [
        { title: "No counting", text: "Crushes and pictures without counting. Your balance waits untouched." },
        { title: "Cancel any time", text: "You keep it to the end of the month you paid for." },
        { title: "Nothing is lost", text: "What you had before, and what you buy meanwhile, is there when you stop." },
      ],
    },
    {
      kind: "steps",
      title: "Buying",
      steps: [
        { title: "Open your wallet", text: "It is on your profile, under My Crushes, in the tab Balance & Purchase." },
        { title: "Choose", text: "Select a pack and tap Buy, or tap Go unlimited. Prices are in US dollars." },
        {
          title: "Pay on the checkout page",
          text: "You pay on the page of our payment provider and come back by yourself. Your crushes are added once, even if you close the page too early.",
        },
      ],
    },
    {
      kind: "tips",
      tips: [
        `Full weeks may bring some: where they do, a finished set of [Today's five](/help/find-people) says how many ${FULL_WEEK_SETS} sets from Monday to Sunday give.`,
        `Below ${LOW_BALANCE} crushes the counter gets an outline, so that zero does not surprise you.`,
        "Paid purchases are final. Start with a small pack if you are not sure. In the EU and EEA you can [withdraw within 14 days](/help/withdraw-from-a-purchase).",
      ],
    },
  ],
};
