import type { HistoryItem } from "#contract/wallet.ts";

/** What a line of the wallet's history says. */
export function formatHistoryLabel({ action, change, recipientName, senderName, item }: HistoryItem): string {
  switch (action) {
    case "sent":
      return `${SENT_LABELS[item ?? ""] ?? "Sent"}${recipientName === null ? "" : ` to ${recipientName}`}`;
    case "received":
      return senderName === null ? "Crush received" : `Crush from ${senderName}`;
    case "purchased":
      return item ?? "Bought";
    case "bonus":
      return item === "welcome" ? "Welcome bonus" : "Free crushes";
    case "refund":
      return formatRefundLabel(change, item);
  }
}

/** A credit is spent on either, and comes back where it was for nothing. */
const SENT_LABELS: Readonly<Record<string, string>> = { crush: "Crush sent", image: "Image sent" };
const REFUND_LABELS: Readonly<Record<string, string>> = { crush: "Crush given back", image: "Image given back" };

/** Money that is with the buyer again takes credits; where it comes after all, they are given again. */
function formatRefundLabel(change: number, item = ""): string {
  const word = REFUND_LABELS[item];
  if (word) return word;
  if (item === "welcome") return "Welcome bonus, once a year";
  return [change < 0 ? "Refund" : "Given back", item].filter(Boolean).join(", ");
}
