import { site } from "#site";
import type { Section } from "#web/domains/site/prose-page.tsx";
import { ProsePage } from "#web/domains/site/prose-page.tsx";
import { Link } from "#web/ui/link.tsx";

/** Keys in local storage with their purpose. */
const STORAGE_KEYS: readonly (readonly [name: string, what: string])[] = [
  ["token", "keeps you logged in on this device. Gone when you log out."],
  ["user", "your username and member number, so that the app knows whose login it is. Gone when you log out."],
  ["theme", "light or dark, if you chose one."],
  ["units", "kilometers or miles, if you chose one."],
  [
    "dateHabits",
    "the sport, the places and the times of the workouts you planned last, and your member number. Gone when you log out.",
  ],
  ["onboardingComplete", "that you have seen the introduction."],
  ["returningUser", "that somebody was logged in here before, so that the introduction does not come again."],
  ["analyticsConsent", "what you said about analytics, if you were asked."],
  ["installBannerDismissed, pwaInstalled", "that you have closed the hint about installing the app, or installed it."],
  ["firstVisit", "the day on which you came first, joined or left. The hint about installing the app comes later."],
  ["pushFor", "the member number of whoever has push notifications on here. Gone when they are turned off."],
  ["pushEnded", "which push notifications you turned off here, until our server knows."],
  ["pushPromptDismissed", "that you do not want to be asked about push notifications here."],
];

const COOKIES: readonly Section[] = [
  {
    id: "device",
    title: "Two cookies, and what they are for",
    brief: "No advertising, and no tracking from site to site.",
    body: (
      <>
        <p>
          Spotter sets a cookie of its own when you log in: <code>spotter_device</code>, or{" "}
          <code>__Secure-spotter_device</code> over https. It says that you have logged in on this device before, so
          that strangers who guess at your password do not hold you up here, and so that we can mail you when somebody
          logs in elsewhere. The people who look into reports see by it which accounts logged in with one browser, and
          nothing happens to an account by that alone. It is sent with logins and what else concerns your account, never
          to other sites, and scripts cannot read it. It holds random characters and no name, keeps nobody logged in,
          and ends after a year without a login. Without it you can log in all the same. It is also set, and counts
          until the end of the next day, when somebody under 18 wants to join.
        </p>
        <p>
          The other one, <code>spotter_written</code>, or <code>__Secure-spotter_written</code> over https, is only set
          where Spotter runs on several databases. It lasts a minute after you change something, and says how recent the
          answers have to be, so that you see your change at once. It holds encrypted digits and nothing about you,
          scripts cannot read it, and it is never sent to other sites.
        </p>
        <p>
          Everything else that Spotter has to remember on your device is in your browser’s own storage, which is not
          sent along with requests and which other sites cannot read.
        </p>
      </>
    ),
  },
  {
    id: "stored",
    title: "What is stored on your device",
    brief: "Only what the app needs to work.",
    body: (
      <>
        <ul>
          {STORAGE_KEYS.map(([name, what]) => (
            <li key={name}>
              <code>{name}</code>: {what}
            </li>
          ))}
          <li>
            What you have begun to write, and messages and crushes that were not sent yet. Gone when they are sent, or
            when you log out; what you began to write to us also when you close the tab.
          </li>
          <li>
            Which advice you put away in a conversation, and whose pictures you want to see without a cover. Gone when
            the conversation ends, or when you log out.
          </li>
          <li>
            Pages and pictures you have seen, so that they are there at once and without a network. Your browser, and
            the app when you log out, clear what is yours.
          </li>
          <li>
            Your member number once more where push notifications are on, so that none is shown for anybody else. Gone
            when you log out.
          </li>
          <li>
            Whether you found a help article helpful, and small notes of the page you are on. They stay on your device.
          </li>
        </ul>
        <p>
          To remove all of it, log out and clear the site data in your browser’s settings. You are then asked to log in
          again.
        </p>
      </>
    ),
  },
  {
    id: "analytics",
    title: "Analytics",
    body:
      site.analyticsTag === "" ? (
        <p>We use none. If that ever changes, a notice asks you first, and nothing is loaded unless you say yes.</p>
      ) : (
        <p>
          If you agree in the notice, we load a Google tag ({site.analyticsTag}). It may set cookies of its own, such as{" "}
          <code>_ga</code>, for up to two years, and tells Google which pages were opened, that a profile was saved and
          how complete it is in percent, and what was bought for how much, with no name, message, profile or place. As
          with anything that comes from elsewhere, Google learns your IP address and browser. If you say no, or nothing,
          it is not loaded, and a browser that sends Global Privacy Control has said no. You can{" "}
          <Link to="#cookie-choice">choose again</Link> at any time.
        </p>
      ),
  },
  {
    id: "others",
    title: "When you pay",
    body: (
      <p>
        The checkout page belongs to Stripe and has cookies of Stripe’s, which it uses to take payments and prevent
        fraud. They are set when you go there, and not on our pages.
      </p>
    ),
  },
  {
    id: "more",
    title: "More",
    body: (
      <p>
        The <Link to="/privacy">Privacy Policy</Link> says what we keep on our side. Questions?{" "}
        <Link to="/contact">Write to us</Link>.
      </p>
    ),
  },
];

export function Component() {
  return (
    <ProsePage
      binding
      title="Cookie Policy"
      description="The two cookies that Spotter sets, what the app stores on your device, what each is for, and how to remove it."
      intro={<p>A short page, because there is little to say.</p>}
      sections={COOKIES}
    />
  );
}
