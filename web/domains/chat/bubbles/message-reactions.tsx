import type { Message } from "#contract/chat/messages.ts";
import { REACTIONS, type Reaction } from "#contract/chat/reactions.ts";
import type { GroupedMessage } from "#web/domains/chat/bubbles/message-groups.ts";
import css from "#web/domains/chat/bubbles/message-reactions.module.css";
import { findBubbleIn } from "#web/domains/chat/bubbles/use-message-keys.ts";
import { classNames } from "#web/ui/class-names.ts";
import type { MenuChoice } from "#web/ui/menu.tsx";
import typography from "#web/ui/typography.module.css";

const NAMES: Readonly<Record<Reaction, string>> = {
  "💪": "strength",
  "🔥": "fire",
  "😂": "laughter",
  "❤️": "heart",
  "👍": "thumbs up",
};

/** Null removes the own reaction. */
export type SetReaction = (message: Message, emoji: Reaction | null) => void;

const isMine = (message: Message, isOwn: boolean, by: string): boolean => (by === message.sender._id) === isOwn;

export function getReactionChoices({ message, isOwn }: GroupedMessage, react: SetReaction): MenuChoice[] {
  if (!message) return [];
  const own = message.reactions.find(({ by }) => isMine(message, isOwn, by))?.emoji;
  return REACTIONS.map((emoji) => ({
    label: `React with ${NAMES[emoji]}`,
    content: emoji,
    isChosen: emoji === own,
    onSelect: () => react(message, emoji === own ? null : emoji),
  }));
}

interface Props {
  message: Message;
  isOwn: boolean;
  username: string;
  /** Undefined where nobody can react any more. */
  onReact: SetReaction | undefined;
}

/** The own reaction is a button that takes it back. */
export function MessageReactions({ message, isOwn, username, onReact }: Props) {
  if (message.reactions.length === 0) return null;
  return (
    <div className={classNames(css.reactions, isOwn && css.mine)}>
      {message.reactions.map(({ by, emoji }) =>
        onReact && isMine(message, isOwn, by) ? (
          <button
            key={by}
            type="button"
            tabIndex={-1}
            className={css.reaction}
            aria-label={`Your reaction: ${NAMES[emoji]}. Remove it`}
            onClick={({ currentTarget }) => {
              // The button is about to disappear.
              findBubbleIn(currentTarget.closest("li"))?.focus({ preventScroll: true });
              onReact(message, null);
            }}
          >
            {emoji}
          </button>
        ) : (
          <span key={by} className={css.reaction}>
            <span className={typography.hidden}>
              {isMine(message, isOwn, by) ? "You" : username} reacted with {NAMES[emoji]}
            </span>
            <span aria-hidden="true">{emoji}</span>
          </span>
        ),
      )}
    </div>
  );
}
