import css from "#web/features/landing/photo-slots.module.css";

/** The beginning of a profile: one photo, room for more, and how far it is. Only drawn. */
export function PhotoSlots() {
  return (
    <div className={css.frame}>
      <div className={css.slots}>
        <img src="/art/amara.webp" alt="" width="344" height="430" loading="lazy" />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className={css.track}>
        <i />
      </div>
    </div>
  );
}
