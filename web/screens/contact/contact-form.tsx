import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { CONTACT_MESSAGE_MAX } from "#contract/limits.ts";
import { CONTACT_SUBJECTS } from "#contract/site/contact-subjects.ts";
import { contactForm } from "#contract/site/site-forms.ts";
import { SentNotice } from "#web/domains/site/sent-notice.tsx";
import { fetchOwnEmail, sendSupportMessage } from "#web/domains/site/site.requests.ts";
import { FieldPair, SupportForm } from "#web/domains/site/support-form.tsx";
import { useSession } from "#web/lib/session.ts";
import { useIdempotencyKey } from "#web/lib/use-idempotency-key.ts";
import { validateForm } from "#web/lib/validate.ts";
import css from "#web/screens/contact/contact-form.module.css";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { SelectInput, TextArea, TextInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

const EMPTY = { name: "", email: "", subject: "", message: "", homepage: "" };
type Values = typeof EMPTY;

/** Screen readers hear the counter from this value on, at each step. */
const ANNOUNCE_FROM = 100;
const ANNOUNCE_STEP = 25;

/** Silent until few characters are left. */
function formatSpokenCount(length: number): string {
  const left = CONTACT_MESSAGE_MAX - length;
  if (left < 0) return `${-left} characters too many`;
  return left > ANNOUNCE_FROM ? "" : `${Math.ceil(left / ANNOUNCE_STEP) * ANNOUNCE_STEP} characters left`;
}

/** Subject and message are kept in session storage until they are sent. */
export function ContactForm() {
  const form = useForm<Values>(EMPTY, (values) => validateForm(contactForm, values));
  const { values, errors } = form;
  const [sent, setSent] = useState<string>();
  const getIdempotencyKey = useIdempotencyKey();
  const sender = useKnownSender();

  const restoreDraft = useEffectEvent(() => form.set(readDraft()));
  useEffect(() => restoreDraft(), []);

  const prefill = useEffectEvent(({ name, email }: Pick<Values, "name" | "email">) => {
    if (name !== "" && values.name === "") form.set({ name });
    if (email !== "" && values.email === "") form.set({ email });
  });
  useEffect(() => prefill({ name: sender.name, email: sender.email }), [sender.name, sender.email]);

  const send = async (content: Values) => {
    setSent(undefined);
    const { subject, ...rest } = content;
    try {
      const message = await sendSupportMessage({
        ...rest,
        subject: subject as Subject,
        clientId: getIdempotencyKey(content),
      });
      clearDraft();
      form.reset({ ...EMPTY, ...sender });
      setSent(message);
    } catch (error) {
      form.showErrors(toFormErrors(error, EMPTY, "Failed to send message"));
    }
  };

  const storeField = ({ target }: FormEvent) => {
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
      storeDraftField(target.name, target.value);
  };

  const isTooLong = values.message.length > CONTACT_MESSAGE_MAX;
  return (
    <SupportForm
      onSubmit={form.submit(send)}
      busy={form.busy}
      error={errors.form}
      trap={form.textProps("homepage")}
      onInput={storeField}
      label="Send Message"
      readers="Read only to answer you."
    >
      {sent !== undefined && <SentNotice title="Message sent">{sent}</SentNotice>}
      <FieldPair>
        <Field label="Name" error={errors.name}>
          {(control) => <TextInput {...control} {...form.textProps("name")} autoComplete="name" />}
        </Field>
        <Field label="Email" error={errors.email}>
          {(control) => <TextInput {...control} {...form.textProps("email")} type="email" autoComplete="email" />}
        </Field>
      </FieldPair>
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
          <span className={isTooLong ? css.over : undefined}>
            {values.message.length} / {CONTACT_MESSAGE_MAX}
          </span>
        }
      >
        {(control) => <TextArea {...control} {...form.textProps("message")} rows={7} className={css.message} />}
      </Field>
      <p role="status" className={typography.hidden}>
        {formatSpokenCount(values.message.length)}
      </p>
    </SupportForm>
  );
}

type Subject = (typeof CONTACT_SUBJECTS)[number];

/** The email is fetched, so it arrives later than the name. */
function useKnownSender(): { readonly name: string; readonly email: string } {
  const user = useSession()?.user;
  const me = user?._id;
  const [address, setAddress] = useState({ memberId: "", email: "" });
  useEffect(() => {
    if (me === undefined) return;
    const controller = new AbortController();
    fetchOwnEmail(controller.signal).then(
      (email) => setAddress({ memberId: me, email }),
      // The member can type it instead.
      () => {},
    );
    return () => controller.abort();
  }, [me]);
  return { name: user?.username ?? "", email: address.memberId === me ? address.email : "" };
}

/** Name and email are not stored: another person may use the device next. */
const STORED_FIELDS = ["subject", "message"] as const;

const storageKey = (name: string): string => `contact:${name}`;

/** From this tab; empty strings without a draft. */
const readDraft = (): Record<(typeof STORED_FIELDS)[number], string> => ({
  subject: sessionStorage.getItem(storageKey("subject")) ?? "",
  message: sessionStorage.getItem(storageKey("message")) ?? "",
});

/** Survives a reload or a visit to another page. */
function storeDraftField(name: string, value: string): void {
  if (STORED_FIELDS.some((one) => one === name)) sessionStorage.setItem(storageKey(name), value);
}

function clearDraft(): void {
  for (const name of STORED_FIELDS) sessionStorage.removeItem(storageKey(name));
}
