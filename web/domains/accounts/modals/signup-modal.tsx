import { startTransition, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { FREE_CRUSHES } from "#contract/limits.ts";
import { reportUnderage, signUp, takeReturnPath } from "#web/domains/accounts/accounts.requests.ts";
import type { ModalProps } from "#web/domains/accounts/modals/account-modals.tsx";
import css from "#web/domains/accounts/modals/accounts.module.css";
import { LineStatus } from "#web/domains/accounts/modals/line-status.tsx";
import { ModalSwitch } from "#web/domains/accounts/modals/modal-switch.tsx";
import {
  checkStep,
  EMPTY_VALUES,
  isUnderage,
  LAST_STEP,
  pickRejectedFields,
  USERNAME_STEP,
} from "#web/domains/accounts/modals/signup-form.ts";
import { BasicsStep, BirthdayStep, UsernameStep } from "#web/domains/accounts/modals/signup-steps.tsx";
import { useLine } from "#web/domains/accounts/modals/use-line.ts";
import { findTakenError, useUsernameCheck } from "#web/domains/accounts/modals/username-check.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { StepPlates } from "#web/ui/brand/step-plates.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogContent as Dialog } from "#web/ui/dialog-content.tsx";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { useForm } from "#web/ui/form.ts";
import actions from "#web/ui/form-actions.module.css";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const STEPS = [
  { title: "Start with the basics", Fields: BasicsStep },
  {
    title: "Pick your gym name",
    lead: "Everyone sees this instead of your real name.",
    Fields: UsernameStep,
  },
  { title: "Last plate", Fields: BirthdayStep },
] as const;

interface Wizard extends Omit<ModalProps, "open"> {
  readonly step: number;
  readonly onStep: (step: number) => void;
  readonly onBusy: (busy: boolean) => void;
}

function SignupForm({ step, onStep, onClose, onSwitch, onBusy }: Wizard) {
  const navigate = useNavigate();
  const reportedDate = useRef("");
  const form = useForm(EMPTY_VALUES, (values) => {
    // Pressing the button again reports nothing, because a second date has consequences.
    if (step === LAST_STEP && isUnderage(values) && reportedDate.current !== values.dateOfBirth) {
      reportedDate.current = values.dateOfBirth;
      void reportUnderage(values);
    }
    const errors = checkStep(step, values);
    if (step !== USERNAME_STEP || Object.keys(errors).length > 0) return errors;
    return findTakenError(values.username, availability);
  });
  const line = useLine();
  const availability = useUsernameCheck(form.values.username, step === USERNAME_STEP);
  const formRef = useRef<HTMLFormElement>(null);

  // Each step starts with the focus in its first field, or in the rejected one.
  const focusedStep = useRef(step);
  useEffect(() => {
    if (focusedStep.current === step) return;
    focusedStep.current = step;
    const invalid = formRef.current?.querySelector<HTMLElement>("[aria-invalid]");
    (invalid ?? formRef.current?.querySelector<HTMLElement>("input"))?.focus();
  }, [step]);

  const refuse = (error: unknown) => {
    const { errors, step: at } = pickRejectedFields(error instanceof ApiError ? error.errors : {});
    form.showErrors(at === undefined ? { form: getErrorMessage(error, "Registration failed") } : errors);
    if (at !== undefined) onStep(at);
  };

  const submit = form.submit(async (values) => {
    if (step < LAST_STEP) {
      onStep(step + 1);
      return;
    }
    onBusy(true);
    try {
      // The last step cannot be submitted without the agreement.
      const via = new URLSearchParams(location.search).get("via") === "invite" ? { via: "invite" as const } : {};
      const { user } = await signUp({ ...values, ...via, agreed: true }, line.show);
      onClose();
      void navigate(takeReturnPath("/profile"));
      toast(`Welcome to Spotter, ${user.username}! You have ${FREE_CRUSHES} free crushes.`, "done");
    } catch (error) {
      refuse(error);
    } finally {
      line.end();
      onBusy(false);
    }
  });

  const Fields = (STEPS[step] ?? STEPS[0]).Fields;
  const busy = form.busy && step === LAST_STEP;
  return (
    <form className={css.form} onSubmit={submit} noValidate ref={formRef}>
      <Fields form={form} availability={availability} />
      <FormAlert message={form.errors.form} />
      <div className={actions.actions}>
        {step > 0 && (
          <Button variant="line" size="lg" disabled={busy} onClick={() => onStep(step - 1)}>
            Back
          </Button>
        )}
        <Button
          variant="crush"
          size="lg"
          className={actions.main}
          type="submit"
          busy={busy ? (line.text ?? "Setting up your gym...") : undefined}
        >
          {step < LAST_STEP ? "Continue" : "Start Crushing"}
        </Button>
      </div>
      <LineStatus text={line.announced} />
      <ModalSwitch question="Already a member?" label="Sign in" disabled={busy} onPress={() => onSwitch("login")} />
    </form>
  );
}

/**
 * The form is cleared on close; it cannot be closed while a request runs. The browser's Back button leads to the step before,
 * and closes the first one.
 */
export function SignupModal({ open, onClose, onSwitch }: ModalProps) {
  const [step, setStep] = useState(0);
  const [busy, setBusy] = useState(false);
  // A transition, so that the button reacts before the next fields are rendered.
  const changeStep = (next: number) => startTransition(() => setStep(next));
  useDialogHistory(open, onClose);
  useDialogHistory(open && step > 0, () => changeStep(0));
  useDialogHistory(open && step > 1, () => changeStep(1), busy);
  const { title, ...rest } = STEPS[step] ?? STEPS[0];
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      onClosed={() => setStep(0)}
      title={title}
      description={"lead" in rest ? rest.lead : undefined}
      above={<StepPlates label="Sign up" step={step} steps={STEPS.length} />}
    >
      <p role="status" className={typography.hidden}>
        {step > 0 && `Step ${step + 1} of ${STEPS.length}: ${title}`}
      </p>
      <SignupForm step={step} onStep={changeStep} onClose={onClose} onSwitch={onSwitch} onBusy={setBusy} />
    </Dialog>
  );
}
