import { useEffect, useRef } from "react";
import css from "#web/features/accounts/accounts.module.css";
import { FieldError } from "#web/ui/field.tsx";

/** Why the whole form was refused; heard when it appears. */
export function FormAlert({ message }: { message: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) place.current?.scrollIntoView({ block: "nearest" });
  }, [message]);
  if (!message) return null;
  return (
    <div role="alert" className={css.alert} ref={place}>
      <FieldError>{message}</FieldError>
    </div>
  );
}

/** The way to the other modal, under a form. */
export function Swap({
  question,
  label,
  disabled,
  onPress,
}: {
  question: string;
  label: string;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <p className={css.swap}>
      {question}
      <button type="button" className={css.way} disabled={disabled} onClick={onPress}>
        {label}
      </button>
    </p>
  );
}
