import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { credentials, type login } from "#contract/accounts.ts";
import type { Sent } from "#contract/endpoint.ts";
import type { ModalProps } from "#web/features/accounts/account-modals.tsx";
import { logIn } from "#web/features/accounts/accounts.api.ts";
import css from "#web/features/accounts/accounts.module.css";
import { FormAlert, Swap } from "#web/features/accounts/form-parts.tsx";
import { messageOf } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput, TextInput } from "#web/ui/inputs.tsx";

type Credentials = Sent<typeof login>["body"];

function LoginForm({ onClose, onSwitch, onBusy }: Omit<ModalProps, "open"> & { onBusy: (busy: boolean) => void }) {
  const navigate = useNavigate();
  const { register, handleSubmit, setError, clearErrors, formState } = useForm<Credentials>({
    resolver: standardSchemaResolver(credentials),
    defaultValues: { email: "", password: "" },
    reValidateMode: "onSubmit",
  });
  const { errors, isSubmitting } = formState;
  const field = (name: keyof Credentials) =>
    register(name, {
      onChange: () => {
        clearErrors(name);
        clearErrors("root");
      },
    });

  const submit = handleSubmit(async (body) => {
    onBusy(true);
    try {
      await logIn(body);
      onClose();
      void navigate("/browse");
    } catch (error) {
      setError("root", { message: messageOf(error, "Login failed") });
    } finally {
      onBusy(false);
    }
  });

  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <TextInput {...control} {...field("email")} type="email" autoComplete="email" />}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...field("password")} autoComplete="current-password" />}
      </Field>
      <FormAlert message={errors.root?.message} />
      <div className={css.actions}>
        <Button look="line" size="lg" disabled={isSubmitting} onClick={onClose}>
          Cancel
        </Button>
        <Button
          look="crush"
          size="lg"
          className={css.main}
          type="submit"
          busy={isSubmitting ? "Crushing it..." : undefined}
        >
          Let's Go!
        </Button>
      </div>
      <Swap question="New here?" label="Join the movement" disabled={isSubmitting} onPress={onSwitch} />
    </form>
  );
}

/** Logs in. What was typed is forgotten when it has closed; while it is busy it stays. */
export function LoginModal({ open, onClose, onSwitch }: ModalProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog size="sm" open={open} onOpenChange={(next) => !next && !busy && onClose()} title="Welcome back">
      <LoginForm onClose={onClose} onSwitch={onSwitch} onBusy={setBusy} />
    </Dialog>
  );
}
