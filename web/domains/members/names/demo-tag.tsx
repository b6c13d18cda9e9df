import css from "#web/domains/members/names/demo-tag.module.css";
import { Chip } from "#web/ui/chip.tsx";

export function DemoTag({ on = "photo" }: { on?: "photo" | "page" }) {
  if (on === "page")
    return (
      <span className={css.page} data-part="demo">
        Demo
      </span>
    );
  return (
    <Chip size="sm" className={css.photo}>
      Demo
    </Chip>
  );
}
