import { ArrowUp, Hourglass } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { TYPING_IDLE_MS } from "#contract/limits.ts";
import type { Remaining } from "#contract/schemas.ts";
import {
  countCharactersLeft,
  DRAFT_MAX,
  formatCharacterCount,
  formatSpokenCount,
} from "#web/features/messages/character-count.ts";
import css from "#web/features/messages/composer.module.css";
import { type ConversationPages, getUnansweredLimit } from "#web/features/messages/conversation-pages.ts";
import { draftStore, getSuggestedDraft, useDraft } from "#web/features/messages/draft-store.ts";
import { useNow } from "#web/lib/relative-time.ts";
import { sendTyping } from "#web/lib/socket.ts";
import { formatFutureTime } from "#web/lib/time-ahead.ts";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  userId: string;
  me: string;
  /** Undefined until known. */
  username: string | undefined;
  /** A message is on its way: the next waits for it. */
  isSending: boolean;
  /** The id of what says why nothing can be sent just now; what is written is kept. */
  disabledReasonId: string | undefined;
  onSend: (content: string) => void;
  /** Stands before the text: the way to a picture. */
  attach?: ReactNode;
}

/** Text kept per conversation, and words that another screen suggested. */
function useComposerText(userId: string) {
  const kept = useDraft(userId);
  const known = kept !== undefined;
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const suggested = getSuggestedDraft(state);
  useEffect(() => {
    if (suggested === "" || !known) return;
    if (draftStore.read(userId) === "") draftStore.write(userId, suggested);
    // Once only: not again when the page is loaded anew.
    void navigate(pathname, { replace: true, state: null });
  }, [suggested, known, userId, navigate, pathname]);
  useEffect(() => draftStore.stopped, []);
  return kept ?? "";
}

/** As tall as its text, up to what the styles allow. */
function resizeToText(area: HTMLTextAreaElement, text: string): void {
  area.style.height = "auto";
  // `scrollHeight` is without the two borders.
  if (text !== "") area.style.height = `${area.scrollHeight + 2}px`;
}

/**
 * Where one writes. Enter sends where there is a keyboard; on a phone it is a new line, and the button sends. A text that is
 * too long is kept whole, and can be sent once it fits.
 */
export function Composer({ userId, me, username, isSending: sending, disabledReasonId: held, onSend, attach }: Props) {
  const text = useComposerText(userId);
  const [typing] = useState(() => createTypingSignal(() => sendTyping(me, userId)));
  const input = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const label = username === undefined ? "Message" : `Message ${username}`;
  const content = text.trim();
  const tooLong = countCharactersLeft(content) < 0;
  const off = tooLong || held !== undefined;
  const blocked = content === "" || sending || off;
  // Blanks count where no more fits.
  const counted = text.length < DRAFT_MAX ? content : text;
  const count = formatCharacterCount(counted);

  useLayoutEffect(() => {
    if (input.current) resizeToText(input.current, text);
  }, [text]);
  // What stands beside it comes later, and a phone is turned: then its lines end elsewhere.
  useEffect(() => {
    const area = input.current;
    if (!area) return;
    let width = 0;
    const watch = new ResizeObserver(() => {
      if (area.clientWidth === width) return;
      width = area.clientWidth;
      resizeToText(area, area.value);
    });
    watch.observe(area);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    if (matchMedia("(hover: hover) and (pointer: fine)").matches) input.current?.focus({ preventScroll: true });
  }, []);

  const send = () => {
    if (blocked) return;
    onSend(content);
    draftStore.write(userId, "");
    typing.done();
    input.current?.focus();
  };

  const press = (event: KeyboardEvent) => {
    const enter = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!enter || matchMedia("(hover: none)").matches) return;
    event.preventDefault();
    // A key that is still held down was pressed elsewhere.
    if (!event.repeat) send();
  };

  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {attach}
      <div className={css.box}>
        <textarea
          ref={input}
          className={css.input}
          rows={1}
          maxLength={DRAFT_MAX}
          value={text}
          placeholder={label}
          aria-label={label}
          aria-describedby={[held, count !== "" && counterId].filter(Boolean).join(" ") || undefined}
          aria-invalid={tooLong ? true : undefined}
          onKeyDown={press}
          onChange={(event) => {
            draftStore.typing(userId);
            draftStore.write(userId, event.target.value);
            if (event.target.value.trim() !== "") typing.keystroke(Date.now());
          }}
          onBlur={draftStore.stopped}
        />
        {count !== "" && (
          <p id={counterId} className={classNames(css.counter, countCharactersLeft(content) <= 0 && css.full)}>
            {count}
          </p>
        )}
        <p role="status" className={typography.hidden}>
          {formatSpokenCount(counted)}
        </p>
      </div>
      <IconButton
        type="submit"
        label="Send"
        className={classNames(css.send, off && css.off)}
        aria-disabled={blocked}
        aria-describedby={held}
        // The phone's keyboard stays: the focus does not leave the text.
        onPointerDown={(event) => event.preventDefault()}
      >
        <ArrowUp />
      </IconButton>
    </form>
  );
}

/** Says that one is typing: with the first keystroke, and while it goes on every two seconds, less than it is shown for. */
export function createTypingSignal(emit: () => void) {
  let last = Number.NEGATIVE_INFINITY;
  return {
    keystroke(now: number): void {
      if (now - last < TYPING_IDLE_MS) return;
      last = now;
      emit();
    },
    /** What was typed is sent: the next keystroke begins something new. */
    done(): void {
      last = Number.NEGATIVE_INFINITY;
    },
  };
}

/** How many more messages one may send before the other answers, where few are left and no day has passed. */
export function useUnansweredLimit(thread: ConversationPages | undefined): Remaining | undefined {
  const now = useNow();
  const unanswered = thread && getUnansweredLimit(thread);
  return unanswered && Date.parse(unanswered.until) > now ? unanswered : undefined;
}

/** Says above the composer that the other is to have a moment to answer. */
export function UnansweredLimitHint({
  id,
  username,
  unanswered,
}: {
  id: string;
  username: string;
  unanswered: Remaining;
}) {
  const { left, until } = unanswered;
  const more = left === 1 ? "1 more message" : `${left} more messages`;
  const time = formatFutureTime(Date.parse(until), Date.now());
  return (
    <p id={id} role="status" className={css.hint}>
      <Hourglass aria-hidden="true" />
      <span>
        Give {username} a moment to answer.{" "}
        {left === 0 ? `You can write again then, or from ${time}.` : `${more} until then.`}
      </span>
    </p>
  );
}
