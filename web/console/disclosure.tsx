import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import css from "#web/console/disclosure.module.css";

/** The content is rendered only while it is open. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
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
