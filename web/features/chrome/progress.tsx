import { useNavigation } from "react-router";
import css from "#web/features/chrome/progress.module.css";

/** A hairline at the very top while the next screen is on its way, when that takes longer than 200 ms. */
export function Progress() {
  const going = useNavigation().state !== "idle";
  return going && <div className={css.line} aria-hidden="true" />;
}
