import { useId, useState } from "react";
import { NOTICE_DETAILS_MAX, NOTICE_PLACE_MAX, USERNAME_MAX } from "#contract/limits.ts";
import { type NoticeKind, noticeForm } from "#contract/moderation/notice-form.ts";
import { SentNotice } from "#web/domains/site/sent-notice.tsx";
import { sendNotice } from "#web/domains/site/site.requests.ts";
import { FieldPair, SupportForm } from "#web/domains/site/support-form.tsx";
import { useIdempotencyKey } from "#web/lib/use-idempotency-key.ts";
import { validateForm } from "#web/lib/validate.ts";
import css from "#web/screens/notice/notice-form.module.css";
import { Button } from "#web/ui/button.tsx";
import { CheckChoice, RadioChoice } from "#web/ui/choice.tsx";
import { Field, FieldError } from "#web/ui/field.tsx";
import { type Form, useForm } from "#web/ui/form.ts";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { TextArea, TextInput } from "#web/ui/inputs.tsx";

const EMPTY = {
  kind: "",
  place: "",
  username: "",
  details: "",
  name: "",
  email: "",
  isAuthorized: false,
  isGoodFaith: false,
  homepage: "",
};
type Values = typeof EMPTY;

const KINDS: readonly (readonly [kind: NoticeKind, label: string])[] = [
  ["intimate", "An intimate picture that the person in it did not agree to, real or made by a computer"],
  ["minor", "Sexual content with somebody under 18"],
  ["illegal", "Something else that is against the law"],
];

const focusOnce = (element: HTMLElement | null): void => element?.focus();

/** Works without a login. */
export function NoticeForm() {
  const form = useForm<Values>(EMPTY, (values) => validateForm(noticeForm, values));
  const { values, errors } = form;
  const [sent, setSent] = useState<{ readonly number: string; readonly message: string }>();
  const getIdempotencyKey = useIdempotencyKey();
  const [isAnother, setAnother] = useState(false);
  const isAnonymous = values.kind === "minor";

  const send = async (content: Values) => {
    try {
      const body = { ...content, kind: content.kind as NoticeKind, clientId: getIdempotencyKey(content) };
      const answer = await sendNotice(body);
      form.reset(EMPTY);
      setSent(answer);
    } catch (error) {
      form.showErrors(toFormErrors(error, EMPTY, "Your notice was not sent. Please try again."));
    }
  };

  // An empty form would look as if nothing had been sent.
  if (sent) {
    const startAnother = () => {
      setSent(undefined);
      setAnother(true);
    };
    return (
      <div className={css.receipt}>
        <SentNotice title="Notice received">
          Its number is <b className={css.number}>{sent.number}</b>. {sent.message}
        </SentNotice>
        <Button variant="line" size="lg" onClick={startAnother}>
          Send another notice
        </Button>
      </div>
    );
  }
  return (
    <SupportForm
      onSubmit={form.submit(send)}
      busy={form.busy}
      error={errors.form}
      trap={form.textProps("homepage")}
      label="Send Notice"
      readers="Read only by those who decide on it."
    >
      <KindField form={form} isFocused={isAnother} />
      <Field
        label="Where is it?"
        hint="A link to the profile, or whose picture or message it is and when you saw it."
        error={errors.place}
      >
        {(control) => <TextArea {...control} {...form.textProps("place")} rows={3} maxLength={NOTICE_PLACE_MAX} />}
      </Field>
      <Field label="Username, if you know it (optional)" error={errors.username}>
        {(control) => (
          <TextInput
            {...control}
            {...form.textProps("username")}
            maxLength={USERNAME_MAX}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field
        label={values.kind === "illegal" ? "What is it, and why is it illegal?" : "What is it?"}
        hint="Describe it in words. Please do not send us the picture."
        error={errors.details}
        aside={`${values.details.length} / ${NOTICE_DETAILS_MAX}`}
      >
        {(control) => <TextArea {...control} {...form.textProps("details")} rows={5} maxLength={NOTICE_DETAILS_MAX} />}
      </Field>
      <FieldPair>
        <Field
          label={isAnonymous ? "Your name (optional)" : "Your full name"}
          hint={values.kind === "intimate" ? "It counts as your signature." : undefined}
          error={errors.name}
        >
          {(control) => <TextInput {...control} {...form.textProps("name")} autoComplete="name" />}
        </Field>
        <Field label={isAnonymous ? "Email (optional)" : "Email"} error={errors.email}>
          {(control) => <TextInput {...control} {...form.textProps("email")} type="email" autoComplete="email" />}
        </Field>
      </FieldPair>
      <div className={css.statement}>
        {values.kind === "intimate" && (
          <Statement form={form} name="isAuthorized">
            I am the person in it, or I act for that person. They did not agree that it is shown.
          </Statement>
        )}
        <Statement form={form} name="isGoodFaith">
          I believe in good faith that what I write here is true and complete.
        </Statement>
      </div>
    </SupportForm>
  );
}

/** @param isFocused whether it takes the focus when it appears, because the button that had it is gone */
function KindField({ form, isFocused }: { form: Form<Values>; isFocused: boolean }) {
  const id = useId();
  const error = form.errors.kind;
  return (
    <fieldset
      ref={isFocused ? focusOnce : undefined}
      tabIndex={-1}
      className={css.group}
      aria-describedby={error ? `${id}error` : undefined}
    >
      <legend>What is it about?</legend>
      {error && <FieldError id={`${id}error`}>{error}</FieldError>}
      {KINDS.map(([kind, label]) => (
        <RadioChoice
          key={kind}
          name={id}
          value={kind}
          checked={form.values.kind === kind}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}error` : undefined}
          onChange={() => form.set({ kind }, ["name", "email", "isAuthorized"])}
        >
          {label}
        </RadioChoice>
      ))}
    </fieldset>
  );
}

function Statement({
  form,
  name,
  children,
}: {
  form: Form<Values>;
  name: "isAuthorized" | "isGoodFaith";
  children: string;
}) {
  const id = useId();
  const error = form.errors[name];
  return (
    <div>
      <CheckChoice
        {...form.checkboxProps(name)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
      >
        {children}
      </CheckChoice>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
