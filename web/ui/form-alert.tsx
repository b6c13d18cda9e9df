import { type ReactNode, useEffect, useRef } from "react";
import { FieldError } from "#web/ui/field.tsx";
import css from "#web/ui/form-alert.module.css";

/** Why the whole form was refused; heard when it appears. @param way on, as words of a link behind the message */
export function FormAlert({ message, way }: { message: string | undefined; way?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) place.current?.scrollIntoView({ block: "nearest" });
  }, [message]);
  if (!message) return null;
  return (
    <div role="alert" className={css.alert} ref={place}>
      <FieldError>
        {message}
        {way && <> {way}</>}
      </FieldError>
    </div>
  );
}
