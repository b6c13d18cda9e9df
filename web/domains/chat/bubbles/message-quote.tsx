import type { Message, Quote } from "#contract/chat/messages.ts";
import { QUOTE_MAX } from "#contract/chat/reactions.ts";
import css from "#web/domains/chat/bubbles/message-quote.module.css";

export const toQuote = ({ _id, sender, messageType, content }: Message): Quote => ({
  _id,
  sender: { _id: sender._id },
  messageType,
  excerpt: Array.from(content).slice(0, QUOTE_MAX).join(""),
  isDeleted: false,
});

/** The sender and the beginning. */
export function QuoteText({ quote, from }: { quote: Quote; from: string }) {
  return (
    <>
      <span className={css.from}>{from}</span>
      <span className={css.excerpt} dir="auto">
        {quote.isDeleted ? "Message deleted" : quote.messageType === "image" ? "📷 Photo" : quote.excerpt}
      </span>
    </>
  );
}

interface Props {
  quote: Quote;
  from: string;
  onSelect: (messageId: string) => void;
}

/** A deleted original leads nowhere. */
export function MessageQuote({ quote, from, onSelect }: Props) {
  if (quote.isDeleted) {
    return (
      <span className={css.quote}>
        <QuoteText quote={quote} from={from} />
      </span>
    );
  }
  return (
    <button type="button" tabIndex={-1} className={css.quote} onClick={() => onSelect(quote._id)}>
      <QuoteText quote={quote} from={from} />
    </button>
  );
}
