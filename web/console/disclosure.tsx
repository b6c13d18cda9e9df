import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import css from "#web/console/disclosure.module.css";

/** The content is rendered only while it is open. */
export function Disclosure({
  title,
  isOpenAtFirst = false,
  children,
}: {
  title: string;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details className={css.disclosure} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {title}
        <ChevronDown aria-hidden="true" />
      </summary>
      {isOpen && children}
    </details>
  );
}
