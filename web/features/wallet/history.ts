import type { HistoryItem } from "#contract/wallet.ts";

/** What a line of the wallet's history says. An image costs a crush too, so 'sent' names no more than to whom. */
export function historyLabel({ action, change, recipientName, senderName }: HistoryItem): string {
  switch (action) {
    case "sent":
      return recipientName === null ? "Sent" : `Sent to ${recipientName}`;
    case "received":
      return senderName === null ? "Crush received" : `Crush from ${senderName}`;
    case "purchased":
      return "Bought";
    case "bonus":
      return "Free crushes";
    case "refund":
      return change < 0 ? "Money paid back" : "Given back";
  }
}

/** '+5', '−1', '0', with a real minus. */
export const signed = (change: number): string => (change > 0 ? `+${change}` : String(change).replace("-", "−"));
