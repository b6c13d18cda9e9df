import { ArrowUp } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { draftStore, useDraft } from "#web/domains/chat/outbox/draft-store.ts";
import { sendTyping } from "#web/lib/socket.ts";
import { loadOptional } from "#web/lib/stale-chunks.ts";
import {
  countCharactersLeft,
  DRAFT_MAX,
  formatCharacterCount,
  formatSpokenCount,
} from "#web/screens/messages/composer/character-count.ts";
import css from "#web/screens/messages/composer/composer.module.css";
import { lazyAdvice, useAdvice } from "#web/screens/messages/composer/lazy-advice.ts";
import { createTypingSignal } from "#web/screens/messages/log/typing-signal.ts";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LazyRender } from "#web/ui/lazy-module.ts";
import typography from "#web/ui/typography.module.css";

interface Props {
  userId: string;
  me: string;
  /** Undefined while loading. */
  username: string | undefined;
  /** A message is being sent; the next one has to wait. */
  isSending: boolean;
  /** Id of the element that explains why sending is disabled; typing stays possible. */
  disabledReasonId: string | undefined;
  onSend: (content: string) => void;
  /** Before the text. */
  attach?: ReactNode;
  reply?: ReactNode;
}

function useComposerText(userId: string) {
  const draft = useDraft(userId);
  useEffect(() => draftStore.stopTyping, []);
  return draft ?? "";
}

/** Up to the maximum in the styles. */
function resizeToText(area: HTMLTextAreaElement, text: string): void {
  area.style.height = "auto";
  // `scrollHeight` excludes the two borders.
  if (text !== "") area.style.height = `${area.scrollHeight + 2}px`;
}

/**
 * The message field. Enter sends where there is a hardware keyboard; on phones it adds a line. Text that exceeds the
 * limit is kept and can be sent once it is short enough.
 */
export function Composer({
  userId,
  me,
  username,
  isSending: sending,
  disabledReasonId: disabledId,
  onSend,
  attach,
  reply,
}: Props) {
  const text = useComposerText(userId);
  const [typing] = useState(() => createTypingSignal(() => sendTyping(me, userId)));
  const input = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  useEffect(() => typing.stop, [typing]);
  const label = username === undefined ? "Message" : `Message ${username}`;
  const content = text.trim();
  const tooLong = countCharactersLeft(content) < 0;
  const isDisabled = tooLong || disabledId !== undefined;
  const blocked = content === "" || sending || isDisabled;
  // At the field's limit spaces count too.
  const counted = text.length < DRAFT_MAX ? content : text;
  const count = formatCharacterCount(counted);

  useLayoutEffect(() => {
    if (input.current) resizeToText(input.current, text);
  }, [text]);
  // The width changes when a button appears beside the field and when a phone is rotated, so lines wrap differently.
  useEffect(() => {
    const area = input.current;
    if (!area) return;
    let width = 0;
    const observer = new ResizeObserver(() => {
      if (area.clientWidth === width) return;
      width = area.clientWidth;
      resizeToText(area, area.value);
    });
    observer.observe(area);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (matchMedia("(hover: hover) and (pointer: fine)").matches) input.current?.focus({ preventScroll: true });
  }, []);

  const advice = useAdvice();
  const [isAsking, setIsAsking] = useState(false);
  const send = (isConfirmed = false) => {
    setIsAsking(false);
    if (blocked) return;
    input.current?.focus();
    const mustAsk = !isConfirmed && advice?.mustAsk(userId, content) === true;
    if (mustAsk) return setIsAsking(true);
    onSend(content);
    draftStore.clear(userId);
    typing.stop();
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && reply !== undefined) draftStore.writeReply(userId, undefined);
    const enter = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!enter || matchMedia("(hover: none)").matches) return;
    event.preventDefault();
    // A key held since before the field had the focus must not send.
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
      {reply}
      {attach}
      <div className={css.box}>
        <textarea
          ref={input}
          className={css.input}
          rows={1}
          maxLength={DRAFT_MAX}
          // The field of a frame is replaced, so a text typed into it would be lost.
          readOnly={import.meta.env.SSR}
          value={text}
          placeholder={label}
          aria-label={label}
          aria-describedby={[disabledId, count !== "" && counterId].filter(Boolean).join(" ") || undefined}
          aria-invalid={tooLong ? true : undefined}
          onKeyDown={handleKeyDown}
          onChange={(event) => {
            // Sending does not wait for it.
            if (text === "") void loadOptional(lazyAdvice.load);
            draftStore.startTyping(userId);
            draftStore.write(userId, event.target.value);
            if (event.target.value.trim() !== "") typing.keystroke();
          }}
          onBlur={draftStore.stopTyping}
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
        className={classNames(css.send, isDisabled && css.off)}
        aria-disabled={blocked}
        aria-describedby={disabledId}
        // Keeps the focus in the field, so that the phone's keyboard stays open.
        onPointerDown={(event) => event.preventDefault()}
      >
        <ArrowUp />
      </IconButton>
      <LazyRender
        as={advice?.SendQuestion}
        open={isAsking}
        onSend={() => send(true)}
        onEdit={() => setIsAsking(false)}
      />
    </form>
  );
}
