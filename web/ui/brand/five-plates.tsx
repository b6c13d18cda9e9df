import css from "#web/ui/brand/five-plates.module.css";

/** Five credits as plates seen edge on, the middle one the tallest. Only drawn. */
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
