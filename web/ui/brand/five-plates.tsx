import css from "#web/ui/brand/five-plates.module.css";

/** Seen from the side. Decorative. */
export function FivePlates() {
  return (
    <span className={css.plates} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
