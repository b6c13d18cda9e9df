import { ArrowUp } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { MESSAGE_MAX } from "#contract/limits.ts";
import css from "#web/features/messages/composer.module.css";
import { keepDraft, readDraft, suggestedDraft } from "#web/features/messages/draft.ts";
import { typingSignal } from "#web/features/messages/typing.ts";
import { sendTyping } from "#web/lib/socket.ts";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

/** The counter shows when no more than this is left. */
const COUNTED = 200;

interface Props {
  userId: string;
  me: string;
  /** Undefined until known. */
  username: string | undefined;
  /** A message is on its way: the next waits for it. */
  sending: boolean;
  onSend: (content: string) => void;
  /** Stands before the text: the way to a picture. */
  attach?: ReactNode;
}

/** Text kept per conversation, and words that another screen suggested. */
function useDraft(me: string, userId: string) {
  const [text, setText] = useState(() => readDraft(me, userId));
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const suggested = suggestedDraft(state);
  const write = (next: string) => {
    setText(next);
    keepDraft(me, userId, next);
  };
  useEffect(() => {
    if (suggested === "") return;
    if (readDraft(me, userId) === "") {
      setText(suggested);
      keepDraft(me, userId, suggested);
    }
    // Once only: not again when the page is loaded anew.
    void navigate(pathname, { replace: true, state: null });
  }, [suggested, me, userId, navigate, pathname]);
  return [text, write] as const;
}

/** Where one writes. Enter sends where there is a keyboard; on a phone it is a new line, and the button sends. */
export function Composer({ userId, me, username, sending, onSend, attach }: Props) {
  const [text, write] = useDraft(me, userId);
  const [typing] = useState(() => typingSignal(() => sendTyping(me, userId)));
  const input = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const label = username === undefined ? "Message" : `Message ${username}`;
  const content = text.trim();
  const blocked = content === "" || sending;
  const left = MESSAGE_MAX - text.length;

  useLayoutEffect(() => {
    const area = input.current;
    if (!area) return;
    area.style.height = "auto";
    // `scrollHeight` is without the two borders.
    if (text !== "") area.style.height = `${area.scrollHeight + 2}px`;
  }, [text]);

  useEffect(() => {
    if (matchMedia("(hover: hover) and (pointer: fine)").matches) input.current?.focus({ preventScroll: true });
  }, []);

  const send = () => {
    if (blocked) return;
    onSend(content);
    write("");
    typing.done();
    input.current?.focus();
  };

  const press = (event: KeyboardEvent) => {
    const enter = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!enter || matchMedia("(hover: none)").matches) return;
    event.preventDefault();
    send();
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
          value={text}
          maxLength={MESSAGE_MAX}
          placeholder={label}
          aria-label={label}
          aria-describedby={left <= COUNTED ? counterId : undefined}
          onKeyDown={press}
          onChange={(event) => {
            write(event.target.value);
            if (event.target.value.trim() !== "") typing.keystroke(Date.now());
          }}
        />
        {left <= COUNTED && (
          <p id={counterId} className={classNames(css.counter, left === 0 && css.full)}>
            {text.length} / {MESSAGE_MAX}
          </p>
        )}
      </div>
      <IconButton
        type="submit"
        label="Send"
        className={css.send}
        aria-disabled={blocked}
        // The phone's keyboard stays: the focus does not leave the text.
        onPointerDown={(event) => event.preventDefault()}
      >
        <ArrowUp />
      </IconButton>
    </form>
  );
}
