import { formatPrice, timeFormat } from "#contract/format.ts";
import { counted, plural } from "#contract/words.ts";
import { greet } from "#server/domains/accounts/accounts.emails.ts";
import { type Email, formatUtcTime } from "#server/platform/email/email-layout.ts";

/** They are the durable medium of a contract and its end, so they state all of it. */

const REASON = "You get this because you bought something at Spotter.";

interface PurchaseDetails {
  /** As in the wallet: 'Power Pack'. */
  readonly product: string;
  readonly kind: "package" | "subscription";
  readonly crushes: number;
  readonly amountCents: number;
  readonly boughtAt: Date;
  /** The number of the checkout, which the payment provider knows, too. */
  readonly number: string;
}

const utcDay = timeFormat({ dateStyle: "long", timeZone: "UTC" });
const formatDay = (day: string): string => utcDay(new Date(day));

const describePurchase = ({ product, kind, crushes, amountCents, boughtAt, number }: PurchaseDetails): string =>
  [
    kind === "package" ? `${product}, ${crushes} crushes` : `${product}, by the month`,
    `Price: ${formatPrice(amountCents)}${kind === "subscription" ? " a month, until you cancel" : ""}`,
    `Bought: ${formatUtcTime(boughtAt)}`,
    `Number: ${number}`,
  ].join("\n");

/** The law wants it in the confirmation of a purchase. @param lastDay `YYYY-MM-DD` */
function describeRight({ product, kind }: PurchaseDetails, lastDay: string, site: string): string[] {
  const rest =
    kind === "package"
      ? "the part of the price that belongs to crushes you have not spent"
      : "the price less each day of the month that has begun by then";
  return [
    `Right of withdrawal: as a buyer in the EU or EEA you can withdraw from this contract until ${formatDay(lastDay)}, without giving a reason. You asked us to begin at once, so you get back ${rest}, to the card or account you paid with, within 14 days at the latest.`,
    `To withdraw, go to Settings, Billing and choose ‘Withdraw from contract here’: ${site}/settings/billing. A plain statement by email or on the contact page (${site}/contact) does the same, such as: ‘I withdraw from the contract for the ${product}’, with your name and the number above.`,
  ];
}

/** @param lastDay of the right of withdrawal, `YYYY-MM-DD`; undefined for buyers without it */
export function purchaseEmail(
  name: string | undefined,
  { lastDay, ...purchase }: PurchaseDetails & { readonly lastDay: string | undefined },
  site: string,
): Email {
  const { product, kind } = purchase;
  return {
    subject: `Your purchase: ${product}`,
    preview: kind === "package" ? "It is in your wallet." : "Your membership has begun.",
    heading: "Thank you",
    paragraphs: [
      greet(name, "This is what you bought at Spotter. Keep this mail for your records."),
      describePurchase(purchase),
      ...(lastDay === undefined ? [] : describeRight(purchase, lastDay, site)),
      `The terms are at ${site}/terms.`,
    ],
    button: { label: "Open your wallet", url: `${site}/profile#crushes` },
    reason: REASON,
  };
}

/** For a payment that arrived when the account was suspended. */
export const refundedPurchaseEmail = (name: string | undefined, purchase: PurchaseDetails, site: string): Email => ({
  subject: `Refunded: ${purchase.product}`,
  preview: "You paid when your account was suspended already. We paid it back.",
  heading: "We paid it back",
  paragraphs: [
    greet(name, "You paid for this when your account was suspended already, so you have not bought it."),
    describePurchase(purchase),
    "We refunded all of it to the card or account you paid with, and nothing more is charged. That usually takes 5 to 10 days.",
  ],
  button: { label: "Contact support", url: `${site}/contact` },
  reason: REASON,
});

interface WithdrawalDetails extends PurchaseDetails {
  readonly withdrawnAt: Date;
  /** The day on which a statement by mail arrived, `YYYY-MM-DD`; null for one in the app. */
  readonly statedOn: string | null;
  readonly unspent: number;
  readonly daysUsed: number | null;
  readonly refundCents: number;
}

export function withdrawalEmail(name: string | undefined, details: WithdrawalDetails, site: string): Email {
  const { product, withdrawnAt, statedOn, unspent, daysUsed, refundCents, crushes } = details;
  const received = statedOn === null ? formatUtcTime(withdrawnAt) : formatDay(statedOn);
  const settled =
    daysUsed === null
      ? `${counted(unspent, "crush", "crushes")} of ${crushes} were unspent and have left your wallet.`
      : `The membership has ended and is not charged again. ${counted(daysUsed, "day of it has", "days of it have")} begun and ${plural(daysUsed, "is", "are")} not paid back.`;
  return {
    subject: `You have withdrawn from: ${product}`,
    preview: `You get back ${formatPrice(refundCents)}.`,
    heading: "Your withdrawal has arrived",
    paragraphs: [
      greet(name, "We have received your withdrawal from this contract. Keep this mail for your records."),
      `Your statement: “I withdraw from my contract for the ${product}.”\nReceived: ${received}`,
      describePurchase(details),
      `${settled} We pay back ${formatPrice(refundCents)} to the card or account you paid with. That is on its way; banks take some days to show it, and we have 14 days at most.`,
    ],
    button: { label: "Open Billing", url: `${site}/settings/billing` },
    reason: REASON,
  };
}

export function failedRefundEmail(
  name: string | undefined,
  { product, refundCents, number }: Pick<WithdrawalDetails, "product" | "refundCents" | "number">,
  site: string,
): Email {
  const amount = formatPrice(refundCents);
  return {
    subject: `Your refund came back to us: ${product}`,
    preview: `We still owe you ${amount}.`,
    heading: "Your refund came back",
    paragraphs: [
      greet(
        name,
        `You withdrew from the contract for the ${product} (number ${number}), and we paid back ${amount}. Your bank has returned it, as when a card or account is closed.`,
      ),
      `The money is still yours. Please write to us on the contact page (${site}/contact) with the number above, so that we can agree on another way. Never send a card number or a password: we do not ask for them.`,
    ],
    button: { label: "Write to us", url: `${site}/contact` },
    reason: REASON,
  };
}
