import css from "#web/features/members/demo-tag.module.css";
import { Chip } from "#web/ui/chip.tsx";

/** Marks an illustrated member, who is there to show the product. `photo`: it lies on a picture. */
export function DemoTag({ on = "photo" }: { on?: "photo" | "page" }) {
  return (
    <Chip size="sm" className={on === "photo" ? css.photo : undefined}>
      Demo
    </Chip>
  );
}
