import type { HistoryItem } from "#contract/wallet.ts";

/** What a line of the wallet's history says. */
export function historyLabel({ action, change, recipientName, senderName, item }: HistoryItem): string {
  switch (action) {
    case "sent":
      return `${SENT[item ?? ""] ?? "Sent"}${recipientName === null ? "" : ` to ${recipientName}`}`;
    case "received":
      return senderName === null ? "Crush received" : `Crush from ${senderName}`;
    case "purchased":
      return item ?? "Bought";
    case "bonus":
      return item === "welcome" ? "Welcome bonus" : "Free crushes";
    case "refund":
      return refundLabel(change, item);
  }
}

/** A credit is spent on either, and comes back where it was for nothing. */
const SENT: Readonly<Record<string, string>> = { crush: "Crush sent", image: "Image sent" };
const GIVEN_BACK: Readonly<Record<string, string>> = { crush: "Crush given back", image: "Image given back" };

/** Money that is with the buyer again takes credits; where it comes after all, they are given again. */
function refundLabel(change: number, item = ""): string {
  const word = GIVEN_BACK[item];
  if (word) return word;
  if (item === "welcome") return "Welcome bonus, once a year";
  return [change < 0 ? "Refund" : "Given back", item].filter(Boolean).join(", ");
}
