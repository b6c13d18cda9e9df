import { type ReactNode, useEffect, useRef } from "react";
import { FieldError } from "#web/ui/field.tsx";
import css from "#web/ui/form-alert.module.css";

export function FormAlert({ message, action }: { message: string | undefined; action?: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) element.current?.scrollIntoView({ block: "nearest" });
  }, [message]);
  if (!message) return null;
  return (
    <div role="alert" className={css.alert} ref={element}>
      <FieldError>
        {message}
        {action && <> {action}</>}
      </FieldError>
    </div>
  );
}
