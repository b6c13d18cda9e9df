import { CircleCheck } from "lucide-react";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { v7 as newId } from "uuid";
import { CONTACT_SUBJECTS } from "#contract/catalog.ts";
import { CONTACT_MESSAGE_MAX } from "#contract/limits.ts";
import { contactForm } from "#contract/support.ts";
import css from "#web/features/support/contact-form.module.css";
import { ownAddress, writeToSupport } from "#web/features/support/support.queries.ts";
import { useSession } from "#web/lib/session.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { SelectInput, TextArea, TextInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

const EMPTY = { name: "", email: "", subject: "", message: "", homepage: "" };
type Values = typeof EMPTY;

/** The counter is read out when no more than this is left, and then at each step. */
const COUNTED = 100;
const STEP = 25;

/** What a screen reader hears of the counter: little, and at the end of the room. */
function roomLeft(length: number): string {
  const left = CONTACT_MESSAGE_MAX - length;
  if (left < 0) return `${-left} characters too many`;
  return left > COUNTED ? "" : `${Math.ceil(left / STEP) * STEP} characters left`;
}

/** One name for one message, however often it is sent; another one for another message. */
function useMessageName() {
  const last = useRef({ values: "", name: "" });
  return (values: Values): string => {
    const now = JSON.stringify(values);
    if (last.current.values !== now) last.current = { values: now, name: newId() };
    return last.current.name;
  };
}

/** Writes to support. What was written stays until it has been sent, wherever one looks meanwhile. */
export function ContactForm() {
  const form = useForm<Values>(EMPTY, (values) => validateForm(contactForm, values));
  const { values, errors, busy } = form;
  const [sent, setSent] = useState<string>();
  const nameOf = useMessageName();
  const known = useKnownSender();
  const hydrated = useHydrated();

  const bringBack = useEffectEvent(() => form.set(readDraft()));
  useEffect(() => bringBack(), []);

  const fillIn = useEffectEvent(({ name, email }: Pick<Values, "name" | "email">) => {
    if (name !== "" && values.name === "") form.set({ name });
    if (email !== "" && values.email === "") form.set({ email });
  });
  useEffect(() => fillIn({ name: known.name, email: known.email }), [known.name, known.email]);

  const send = async (written: Values) => {
    setSent(undefined);
    const { subject, ...rest } = written;
    try {
      const words = await writeToSupport({ ...rest, subject: subject as Subject, clientId: nameOf(written) });
      dropDraft();
      form.reset({ ...EMPTY, ...known });
      setSent(words);
    } catch (error) {
      form.showErrors(toFormErrors(error, EMPTY, "Failed to send message"));
    }
  };

  const keep = ({ target }: FormEvent) => {
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
      keepDraft(target.name, target.value);
  };

  const over = values.message.length > CONTACT_MESSAGE_MAX;
  return (
    <form onSubmit={form.submit(send)} onInput={keep} noValidate>
      {/* Before its script is there it would forget what is typed, and send it as an address. */}
      <fieldset className={css.form} disabled={!hydrated}>
        {sent !== undefined && <Sent words={sent} />}
        <div className={css.pair}>
          <Field label="Name" error={errors.name}>
            {(control) => <TextInput {...control} {...form.textProps("name")} autoComplete="name" />}
          </Field>
          <Field label="Email" error={errors.email}>
            {(control) => <TextInput {...control} {...form.textProps("email")} type="email" autoComplete="email" />}
          </Field>
        </div>
        <Field label="Subject" error={errors.subject}>
          {(control) => (
            <SelectInput
              {...control}
              {...form.textProps("subject")}
              options={CONTACT_SUBJECTS}
              placeholder="What is it about?"
            />
          )}
        </Field>
        <Field
          label="Message"
          error={errors.message}
          aside={
            <span className={over ? css.over : undefined}>
              {values.message.length} / {CONTACT_MESSAGE_MAX}
            </span>
          }
        >
          {(control) => <TextArea {...control} {...form.textProps("message")} rows={7} className={css.message} />}
        </Field>
        <p role="status" className={typography.hidden}>
          {roomLeft(values.message.length)}
        </p>
        <label className={css.trap} aria-hidden="true">
          Leave this empty
          <input {...form.textProps("homepage")} tabIndex={-1} autoComplete="off" />
        </label>
        <FormAlert message={errors.form} />
        <div className={css.end}>
          <Button size="lg" type="submit" className={css.send} busy={busy ? "Sending..." : undefined}>
            Send Message
          </Button>
          <p className={classNames(typography.small, typography.muted)}>
            Read only to answer you.{" "}
            <Link to="/privacy" className={css.privacy}>
              Privacy
            </Link>
          </p>
        </div>
      </fieldset>
    </form>
  );
}

type Subject = (typeof CONTACT_SUBJECTS)[number];

/** The good news takes the focus: the button that had it is below an empty form. */
function Sent({ words }: { words: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status" className={css.sent}>
      <CircleCheck aria-hidden="true" />
      <p>
        <strong className={classNames(typography.display, typography.d20)}>Message sent</strong>
        {words}
      </p>
    </div>
  );
}

/** What is known of whoever writes: nothing of a visitor. The address comes a moment after the name. */
function useKnownSender(): { readonly name: string; readonly email: string } {
  const user = useSession()?.user;
  const me = user?._id;
  const [address, setAddress] = useState({ of: "", email: "" });
  useEffect(() => {
    if (me === undefined) return;
    const left = new AbortController();
    ownAddress(left.signal).then(
      (email) => setAddress({ of: me, email }),
      // Then they type it.
      () => {},
    );
    return () => left.abort();
  }, [me]);
  return { name: user?.username ?? "", email: address.of === me ? address.email : "" };
}

/** What a message is about and says. Who writes it is not kept: the next one here may be somebody else. */
const KEPT = ["subject", "message"] as const;

const keyOf = (name: string): string => `contact:${name}`;

/** What was begun to be written in this tab and not sent; an empty text where nothing was. */
const readDraft = (): Record<(typeof KEPT)[number], string> => ({
  subject: sessionStorage.getItem(keyOf("subject")) ?? "",
  message: sessionStorage.getItem(keyOf("message")) ?? "",
});

/** Keeps one of them for whoever looks at another page, or loads this one anew, before it is sent. */
function keepDraft(name: string, value: string): void {
  if (KEPT.some((one) => one === name)) sessionStorage.setItem(keyOf(name), value);
}

/** It is sent. */
function dropDraft(): void {
  for (const name of KEPT) sessionStorage.removeItem(keyOf(name));
}
