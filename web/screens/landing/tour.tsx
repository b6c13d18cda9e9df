import site from "#web/domains/site/drawings/site.module.css";
import css from "#web/screens/landing/tour.module.css";
import { classNames } from "#web/ui/class-names.ts";

/** Size in CSS pixels; the files, from `scripts/manifest-screenshots.ts`, have twice the resolution. */
const SIZE = { width: 360, height: 640 };

/** The list scrolls sideways on phones, so it must be reachable by keyboard. */
const SCROLLABLE = { tabIndex: 0 };

const SCREENS = [
  {
    name: "browse",
    alt: "Browse: members' cards, each with a reason, a distance band and Send Crush with its cost",
    title: "Look",
    text: "One good photo at a time, why you two might fit, and what a crush costs before you send it.",
  },
  {
    name: "profile",
    alt: "A profile: a photo, how they train, and what you share",
    title: "Read",
    text: "Six photos, three honest answers, and what you share. All of it before you spend a thing.",
  },
  {
    name: "chat",
    alt: "A chat between two who matched",
    title: "Talk",
    text: "Words and pictures for the two of you, with ticks that tell the truth.",
  },
] as const;

export function Tour() {
  return (
    <section className={css.tour}>
      <div className={classNames(site.wrap, css.head, site.head)}>
        <h2 className={site.h2}>See it before you join.</h2>
        <p className={site.lead}>The app itself, on a phone. The people are drawn.</p>
      </div>
      <ol className={classNames(site.wrap, css.screens)} {...SCROLLABLE} aria-label="Screens of the app">
        {SCREENS.map(({ name, alt, title, text }) => (
          <li key={name}>
            <div className={css.phone}>
              {(["light", "dark"] as const).map((theme) => (
                <img
                  key={theme}
                  className={css[theme]}
                  src={`/art/tour/${name}-${theme}.webp`}
                  alt={alt}
                  {...SIZE}
                  loading="lazy"
                  decoding="async"
                />
              ))}
            </div>
            <h3 className={site.h3}>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
