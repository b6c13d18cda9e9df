import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import css from "#web/ui/accordion.module.css";
import card from "#web/ui/card.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

interface Props extends Omit<ComponentProps<"section">, "title"> {
  title: string;
  aside?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The children stay mounted while it is closed. */
export function Accordion({ title, aside, open, onOpenChange, className, children, ...rest }: Props) {
  const id = useId();
  return (
    <section {...rest} className={classNames(card.card, css.panel, className)} aria-labelledby={`${id}title`}>
      <h2>
        <button
          type="button"
          className={css.fold}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => onOpenChange(!open)}
        >
          <span id={`${id}title`} className={classNames(typography.display, typography.d20)}>
            {title}
          </span>
          {aside}
          <ChevronDown className={css.arrow} aria-hidden="true" />
        </button>
      </h2>
      <div id={id} className={css.body} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
