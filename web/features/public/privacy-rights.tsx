import { Link } from "react-router";
import { AGE_MIN, RETENTION_DAYS } from "#contract/limits.ts";
import { site } from "#site";
import { OperatorContact } from "#web/features/public/operator.tsx";
import type { Section } from "#web/features/public/section.ts";

/** The privacy policy's second half: how long, how safe, and what one can ask for. */
export const RIGHTS: readonly Section[] = [
  {
    id: "how-long",
    title: "6. How long we keep it",
    brief: `Until you delete it, mostly, and ${RETENTION_DAYS} days more where a report may need it. What stays after your account is gone has no name on it, or protects somebody.`,
    body: (
      <dl>
        <dt>Account, profile, photos, preferences</dt>
        <dd>
          Until you change or delete them, or your account. Then they are gone at once, but for what the next paragraph
          says. What ends by itself, as below, is thrown away within the hour after its time.
        </dd>
        <dt>What you deleted</dt>
        <dd>
          So that nobody escapes a report by deleting, we keep for {RETENTION_DAYS} days: the text or picture of a
          message you delete, a photo you remove from your profile, and, when you delete your account, your username,
          your profile as it was shown, and what you sent in the {RETENTION_DAYS} days before. Nobody sees it, not even
          our staff, unless somebody reports you in that time: then it becomes part of the report. So that they can,
          people you had contact with still find your username. After {RETENTION_DAYS} days it is erased, and earlier
          when nobody is left who could report you. What you deleted yourself is in ‘Download my data’ until then.
        </dd>
        <dt>Messages and pictures</dt>
        <dd>
          A message you delete disappears at once, on both sides. When a match ends, the conversation disappears for
          both of you; it is kept out of sight while both accounts exist. For {RETENTION_DAYS} days each of you can
          still report the other, and finds the other’s name and when you last had contact under ‘People you talked to’
          in Settings. When you delete your account, the text and pictures of all your messages disappear, and the other
          person’s conversation reads ‘Deleted member’.
        </dd>
        <dt>Logins</dt>
        <dd>
          Until you log out, after 30 days without use, and after 180 days in any case. Links in emails: one hour to
          reset a password or to change your address, seven days to confirm an address or the newsletter. Counts, by
          hashes: of failed logins one hour, of sign-ups, mail about accounts and contact messages one day, of
          newsletter sign-ups 30 days at most. What we write down for the safety of accounts: 90 days, also when the
          account was deleted. It then names a number instead of you.
        </dd>
        <dt>Notifications</dt>
        <dd>
          That you were looking at Spotter: one day. A browser’s push address: until you turn notifications off there,
          its login ends, or its push service says that it is gone. What waits to be told: minutes, until it was.
        </dd>
        <dt>Lists of who was shown to you</dt>
        <dd>30 minutes after you last looked.</dd>
        <dt>Purchases and credits</dt>
        <dd>
          The books stay, as tax law asks, but lose your name with your account; what is left are the payment provider’s
          references, which only the provider can lead back to you. Checkouts that were never paid, and what the
          provider told us of payments, go after 90 days.
        </dd>
        <dt>Reports</dt>
        <dd>
          With their evidence, until one year after either account, the reported or the reporting one, was deleted.
        </dd>
        <dt>What an account is recognized by</dt>
        <dd>
          The codes of your addresses and cards: while your account exists, and 30 days after its end, for as long as it
          can still be reported. 24 months, where it was suspended (to the end of the suspension, if that comes first
          and is the only reason), where it was reported and we did not find that nothing was wrong, where a bank took a
          payment back, and where you have blocked somebody or were blocked; between whom is then kept by the accounts’
          numbers. Otherwise leaving and joining again would undo every block and every suspension. If that is wrong in
          your case, write to us, and a person looks at it. That a mailbox has had its free crushes: one year, by a code
          that belongs to no account.
        </dd>
        <dt>Contact messages</dt>
        <dd>Two years. What you wrote while logged in leaves our database with your account.</dd>
        <dt>News by email</dt>
        <dd>
          Until 30 days after you unsubscribe, with one click in each mail; 30 days if you never confirm. It goes by
          address, with or without an account: deleting your account does not end it.
        </dd>
        <dt>The mark of a deleted account</dt>
        <dd>
          A random number and the time, so that what others see stays in order; for {RETENTION_DAYS} days also with whom
          you had contact. After that nothing in it leads to you, and what an account is recognized by does only for as
          long as is said above.
        </dd>
        <dt>What our staff do</dt>
        <dd>
          The log of who looked at or changed what, when and why, stays for good. It knows accounts by a number only.
        </dd>
        <dt>Backups</dt>
        <dd>
          {site.backupDays} days. What you deleted is in them until then. We go back to one only where data was lost,
          and delete again the accounts that had been deleted since, as far as we still know of them. Single messages
          and photos that had been deleted since are there again then, and we tell members so.
        </dd>
      </dl>
    ),
  },
  {
    id: "security",
    title: "7. How we protect it",
    body: (
      <>
        <p>
          Passwords and logins are stored as hashes only. Pictures have addresses that cannot be guessed, are made for
          one viewer and end by themselves; those of a conversation end with the match. Members’ devices learn no
          position of others, only bands. Staff look at members’ data only to help or to look into a report, and each
          look is written down.
        </p>
        <p>
          No service can promise that nothing will ever go wrong. If a breach puts you at risk, we tell you and the
          authorities as the law of your state requires.
        </p>
      </>
    ),
  },
  {
    id: "your-rights",
    title: "8. Your choices and rights",
    brief: "See it, correct it, take it with you, delete it: most of it yourself, in the app, at once.",
    body: (
      <>
        <ul>
          <li>
            <b>See and take along:</b> ‘Download my data’ in <Link to="/settings/privacy">Settings</Link> gives you what
            we hold about you as files, except for our own records and what others have told us of you.
          </li>
          <li>
            <b>Correct:</b> in your <Link to="/profile">profile</Link> and in Settings.
          </li>
          <li>
            <b>Delete:</b> single photos and messages where they are, everything with ‘Delete Account’ in{" "}
            <Link to="/settings/account">Settings</Link>. It takes seconds; section 6 says what a report can use for{" "}
            {RETENTION_DAYS} days more.
          </li>
          <li>
            <b>Hide:</b> ‘Hide my profile’ takes you out of browse while you keep your matches. Somebody with whom you
            have ended contact does not see your profile, hidden or not.
          </li>
          <li>
            <b>Limit:</b> leave out or remove any sensitive detail, turn off read receipts and emails.
          </li>
        </ul>
        <p>
          These are yours wherever you live. The laws of California, Colorado, Connecticut, Oregon, Texas, Virginia and
          a growing number of other states give similar rights in writing, among them to know, to correct, to delete, to
          a copy, to opt out of sale, targeted advertising and profiling with serious effects (we do none of these), and
          not to be treated worse for asking. For anything you cannot do yourself, write to us; we make sure that it is
          you, as a rule by your login or email address, and answer within 45 days. Somebody you authorize can ask for
          you. If we say no, you may appeal by answering, and after that complain to your state’s attorney general.
        </p>
        <p>
          We honor a browser’s Global Privacy Control signal.{" "}
          {site.analyticsTag === ""
            ? "As we sell and share nothing, there is nothing for it to stop."
            : "Where it is set, the analytics tag is not loaded, and nobody is asked."}
        </p>
      </>
    ),
  },
  {
    id: "children",
    title: `9. Nobody under ${AGE_MIN}`,
    body: (
      <p>
        Spotter is for adults. We ask for the date of birth and refuse accounts to anyone under {AGE_MIN}. If we learn
        that somebody younger got in, we delete the account. Please <Link to="/contact">tell us</Link> if you know of
        one.
      </p>
    ),
  },
  {
    id: "changes",
    title: "10. Changes to this policy",
    body: (
      <p>
        When what we do changes, this page does. If a change matters to you, we tell members by email or in the app at
        least 14 days before, and we ask again where the law wants your consent.
      </p>
    ),
  },
  {
    id: "contact",
    title: "11. Contact",
    body: <OperatorContact />,
  },
];
