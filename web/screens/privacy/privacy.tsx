import {
  ACTIVE_DAYS,
  AGE_MIN,
  APPEAL_MONTHS,
  ENDED_MONTHS,
  EXPORT_LINK_HOURS,
  NEW_MEMBER_DAYS,
  REPORT_YEARS,
  RETENTION_DAYS,
  SELFIE_KEPT_DAYS,
  UNOPENED_CRUSH_DAYS,
} from "#contract/limits.ts";
import { site } from "#site";
import { OperatorContact } from "#web/domains/site/operator.tsx";
import type { Section } from "#web/domains/site/prose-page.tsx";
import { ProsePage } from "#web/domains/site/prose-page.tsx";
import { Link } from "#web/ui/link.tsx";

/** First half: data, purposes and recipients. */
const PRIVACY_DATA_SECTIONS: readonly Section[] = [
  {
    id: "who-we-are",
    title: "1. Who answers for your data",
    body: (
      <p>
        {site.operatorName}, {site.postalAddress}, runs Spotter and decides how your data is used. Write to{" "}
        <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a> with anything about privacy. The servers stand
        in {site.serverLocation}.
      </p>
    ),
  },
  {
    id: "what-we-keep",
    title: "2. What we keep",
    brief:
      "What you type in, what you do with other members, and what we need to keep you logged in. No contacts, no tracking of where you go.",
    body: (
      <>
        <dl>
          <dt>Your account</dt>
          <dd>
            Email address, whether it is confirmed, a hash of your password (argon2id; we cannot read it), your date of
            birth, when you joined, which version of our terms you agreed to and when, what you chose in Settings (with
            quiet hours, your time zone), and whether your account is suspended. No other member sees any of these; they
            see your age. Whether you joined by an invitation is counted in one number for everybody, and not kept with
            your account.
          </dd>
          <dt>Your profile</dt>
          <dd>
            Username, age, gender, height, body type, the name of your place, bio, what you look for, interests, answers
            to prompts, photos and their descriptions. All but your username is up to you. When your age or gender
            changed, and from what to what: changes are limited, and those who look into reports see them beside your
            date of birth.
          </dd>
          <dt>Your photos</dt>
          <dd>
            They are drawn anew in up to three sizes when you upload them. The original file and all that is hidden in
            it, such as where and with which camera it was taken, is thrown away. Before others see a photo, or a
            picture that you send, a program on our own server looks at it: how likely it is explicit, and whether it is
            a copy of one that was removed or is on a list of such pictures. When a copy of it is removed or listed
            later, it is compared again. What it finds is kept as long as the picture, with a fingerprint of it. How
            likely it is explicit is in your data download; the fingerprint and the lists are not, so that nobody can
            try pictures on them. No program decides about it: a person looks at what it holds back. Where there is
            nobody to look, one that the program could not check is shown after a day.
          </dd>
          <dt>A selfie, if you want the Verified badge</dt>
          <dd>
            Only if you take one, or if we ask for one because of a report and you agree. A person compares it with your
            photos. No software looks at it, no template of your face is made, and no member sees it. We keep the pose,
            the times, whether it came from a live camera and what was decided.
          </dd>
          <dt>Roughly where you are</dt>
          <dd>
            Only if you tell us. Your position is rounded to an area of about 5&nbsp;km² (2&nbsp;square miles), wider in
            the country, before anything is stored; the exact position is never written down. We ask your device once,
            when you press ‘Use Current Location’, and do not follow you. Place names are found on our own server.
          </dd>
          <dt>What you are looking for</dt>
          <dd>
            Your match preferences: ages, distance, heights, interests, whom you would like to be shown, whether
            verified members only, and in which order.
          </dd>
          <dt>Your training week</dt>
          <dd>
            Only if you say when you train, and agree that we keep it: the parts of your week, up to three sports with
            how you train in each, when you agreed and to which text. Section 3 says what we do with it.
          </dd>
          <dt>How a workout date went</dt>
          <dd>
            Only if you say so. The other member learns nothing of it, unless both of you say that you trained together.
          </dd>
          <dt>What you do here</dt>
          <dd>
            Crushes sent and received, matches, blocks, messages, pictures and reactions with the times they were sent
            and read, which conversations you muted or archived, to whom you said Not now, whom Browse showed you first
            (Today’s five) and when you had decided on all of them, when you were last here, and the history of your
            credits.
          </dd>
          <dt>To tell you what happens</dt>
          <dd>
            Whether you are looking at Spotter just now, so that we do not tell you the same thing a second time, and up
            to where you were told of a conversation. For each browser that you let show notifications, the address and
            the keys that its push service gave it.
          </dd>
          <dt>Purchases</dt>
          <dd>
            What you bought, when, for how much, in which country, the payment provider’s reference, whether a bank took
            the money back, when a renewal was not paid, and whether you withdrew from it, when, and what became of the
            refund. The country is that of your billing address or, without one, of your location; it decides whether
            you have that right. Card numbers stay with Stripe; we never have them.
          </dd>
          <dt>To recognize an account again</dt>
          <dd>
            Codes made of the email addresses you have given or confirmed and of the cards you have paid by, with a key
            that is kept apart from all other data. Nobody can read an address or a card from them; they only tell that
            two accounts have the same. By them blocks against you apply to the next account with the same address or
            card, and disputed payments to one with the same card or, once it is confirmed, the same address. Your own
            blocks, suspensions and restrictions only follow a confirmed address, and a confirmed mailbox gets its free
            crushes once a year. A card, or an address that is not confirmed, can also make a person of our staff look
            at an account.
          </dd>
          <dt>Reports</dt>
          <dd>
            When somebody reports a member: the reason and words given, and as evidence a copy of the reported profile,
            its photos and up to the last 100 messages between the two, with an older one if the report is about it, and
            some before that. Messages, photos and texts of the profile that were deleted in the {RETENTION_DAYS} days
            before are part of it. You get a number, and find what became of it in Settings and, if your address is
            confirmed, in an email; neither says what we did about the other.
          </dd>
          <dt>What we decide about an account</dt>
          <dd>
            What was decided, the facts and the rule, who of our staff decided it and when, our notes about the case,
            and what you wrote if you objected. Of what restricts you or asks you to change something you are told all,
            except for the notes and the names.
          </dd>
          <dt>What you write to us</dt>
          <dd>
            Name, email address, subject and text of a contact message; your email address if you subscribe to news. Of
            a <Link to="/notice">notice about illegal content</Link> what you wrote, and the name and address you gave:
            the member who posted it does not learn them.
          </dd>
          <dt>To keep accounts safe</dt>
          <dd>
            For each device that is logged in a hash of its login, when that began, was last used and last proved that
            it is you, and a short name for the device, such as ‘Chrome on Android’, and whether it was new. If you add
            them: of each passkey its id, public key and counter, your name for it, whether it is synced, and when it
            was added and last used; the key of your authenticator app, encrypted; and hashes of your recovery codes.
            Your fingerprint and face never leave your device. A cookie marks the device as yours, so that strangers’
            guesses do not hold you up there. A hash of it says which accounts logged in with one browser: it helps the
            people who look into reports to find a suspended member who is back, and decides nothing by itself, because
            people share computers. What matters for the safety of your account we write down: logins, also failed ones,
            changes of your password, email and passkeys, downloads of your data, reports and requests that we refuse,
            each with the time, most with the device and a hash of the IP address. To slow down guessing of passwords,
            fishing for members and floods of mail we count failed logins, sign-ups, the mail about accounts that an
            address gets, contact messages, notices and newsletter sign-ups under hashes, too. All these hashes are made
            with a secret key, so nobody can work the address out of them. For the limits of a day we count your crushes
            to new people, and keep whose profiles you opened and who was shown to you as such hashes, for a day. If
            somebody under 18 wants to join, we keep hashes made of the email address and of that cookie for a day.
            Apart from that your IP address is used to answer your requests and to hold back floods of them, in memory
            for a minute at most; the log of requests holds no addresses, names or contents.
          </dd>
        </dl>
      </>
    ),
  },
  {
    id: "sensitive",
    title: "3. What is sensitive",
    brief: "Who you are shown can say something about your sexual orientation. We use it for that alone.",
    body: (
      <>
        <p>
          Your gender, whom you want to be shown, what you look for, and your messages can reveal things that many laws
          call sensitive, such as sexual orientation. You give them by your own choice, we use them to run the service,
          and you can remove them at any time. We do not derive anything more from them. What ‘Show Me’ may say about
          you we use with your consent: you give it by choosing there, beside the words that say so, we keep its time
          and which words they were, and ‘Reset to Defaults’ takes it back.
        </p>
        <p>
          Your place is kept less precisely than what most state laws call precise location (a radius of 1,750 or 1,850
          feet). Please know its limit all the same: somebody determined can find out which of these areas you are in,
          though nothing finer.
        </p>
        <h3>Your training week</h3>
        <p>
          When and how somebody trains can say something about their health. So we keep your training week only with
          your explicit consent, which is separate from all others, and use it only to show you people whose week fits
          yours. Your exact times stay between you and us, unless you and a match both ask to compare weeks: then both
          of you see up to five times that you share, and nothing else, for seven days, or until one of you stops
          sharing or you are no longer matched. Before a match, only six coarse parts, such as ‘weekday evenings’, and
          your sports and levels are used, and only between members who both share theirs; a week with more than four of
          the parts counts as none, and a change counts from the next day. It is never sold, shared with a company or
          written to a log. One switch in your <Link to="/profile">profile</Link> ends the use of it at once, and
          ‘Delete my week’ withdraws your consent and erases it at once.
        </p>
        <h3>Consumer health data</h3>
        <p>
          For members in Washington, Nevada and other states with laws about consumer health data: your training week is
          the only such data that we ask for. It comes from you alone, we use it for the purpose above and no other, and
          give it to nobody but the hosting company that stores it for us. We do not sell it, and no place is watched
          for visits to clinics or gyms. You can see it in your profile and in ‘Download my data’, withdraw your consent
          and have it deleted, yourself and at once; copies in backups end as section 6 says. For anything else, and to
          appeal if we say no, write to <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>; after that you
          may complain to your state’s attorney general.
        </p>
      </>
    ),
  },
  {
    id: "why",
    title: "4. What we use it for",
    brief: "To run Spotter. Not for advertising.",
    body: (
      <>
        <ul>
          <li>To show you to members you may suit, and them to you, within the preferences of both.</li>
          <li>
            To put browse in an order: shared interests, distance in bands, looking for the same thing, how recently
            somebody was here or joined, and, between members who both share them, rough training times and levels. No
            person’s looks are scored, and nobody can buy a better place.
          </li>
          <li>To carry crushes, messages and pictures, and to tell you about them if you want to be told.</li>
          <li>To take payments, and to keep the books that tax law asks for.</li>
          <li>To keep members safe: to look at reports, to end abuse and fraud, and to answer lawful requests.</li>
          <li>To answer you when you write to us.</li>
        </ul>
        <p>
          Notification emails go to confirmed addresses only, and you choose which ones in{" "}
          <Link to="/settings/notifications">Settings</Link>, or by the link that each of them has. They name another
          member at most, and never hold what was written. Only the mail about a workout date that you agreed on says
          which sport, when and where, and has a file with it for your calendar. News and offers are off until you turn
          them on.
        </p>
      </>
    ),
  },
  {
    id: "who-sees",
    title: "5. Who sees it",
    brief: "Members see your profile. A few companies work for us. We do not sell or share your data for advertising.",
    body: (
      <>
        <h3>Other members</h3>
        <p>
          They see your profile, and your distance in bands such as ‘5 to 10 miles’. For {NEW_MEMBER_DAYS} days it says
          that you are new, and later whether you were here in the last {ACTIVE_DAYS} days; they can also have those who
          joined or were here lately shown first. Never your email address, date of birth, position, preferences,
          credits or purchases. Only a match can write to you, and only a match sees when you are typing or have read a
          message; read receipts can be turned off in Settings. If you block somebody, mute or archive a conversation,
          or hide your profile, they are not told.
        </p>
        <p>
          If we end an account because of fraud, the members who wrote with it get an email with its username and the
          time of their last contact; those who have not confirmed their email address get it without the username.
        </p>
        <h3>Somebody you trust</h3>
        <p>
          A trusted contact, if you name one and they say yes, sees the workout dates that you share: your username and
          how they know you, the other’s name and main photo, what, when and where. A match of yours may do the same
          with dates that you agree to. If you want it, we write to your contact when you do not say that you are back.
        </p>
        <p>
          We keep a contact’s name and address, and how they know you, for this alone, until you remove them, they end
          it by the link in each email, 14 days pass without an answer, or your account is deleted. After a no we keep a
          code of the address for a year, so that you cannot ask again; if your account is deleted, with the code of
          your own address, so that your next account cannot either. They can also say no to everybody. Shared dates are
          deleted eight days after they end; so long, a date that has begun keeps the other’s name, also if they delete
          their account.
        </p>
        <h3>Companies that work for us</h3>
        <ul>
          <li>Stripe takes payments and is told what you buy. It has a privacy policy of its own.</li>
          <li>Our hosting company stores the data for us, and an email service delivers our mail.</li>
          <li>
            If you turn on notifications in a browser, they travel through the push service of its maker, such as
            Google, Apple or Mozilla. They are encrypted for your browser alone: the service learns that there was one,
            and when.
          </li>
        </ul>
        <h3>Others, when we must</h3>
        <p>
          Authorities, where a law, a court or a real danger to somebody requires it, with no more than is asked for. If
          another operator takes Spotter over, your data goes along under this policy, and you are told first so that
          you can leave.
        </p>
        <h3>Nobody else</h3>
        <p>
          <b>
            We do not sell personal data, do not share it for advertising across sites, and have not done so in the past
            12 months.
          </b>{" "}
          {site.analyticsTag === ""
            ? "There are no trackers, advertisements or analytics of others on these pages."
            : "An analytics tag of Google is loaded only if you agree to it; the Cookie Policy says more."}
        </p>
      </>
    ),
  },
];

/** Second half: retention, security and rights. */
const PRIVACY_RIGHTS_SECTIONS: readonly Section[] = [
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
          message you delete, a photo you remove from your profile, what you had written about yourself before you
          changed it (of both the 60 that were shown longest), and, when you delete your account, your username, your
          profile as it was shown, and what you sent in the {RETENTION_DAYS} days before. Nobody sees it, not even our
          staff, unless somebody reports you in that time: then it becomes part of the report. So that they can, people
          you had contact with still find your username. After {RETENTION_DAYS} days it is erased, and earlier when
          nobody is left who could report you. What you deleted yourself is in ‘Download my data’ until then.
        </dd>
        <dt>Advice in conversations</dt>
        <dd>
          Advice under messages, and the question before words that could hurt, come from rules that run on your device.
          For them, nothing about a message is sent to us or kept here. What you answered is stored on your device until
          you log out.
        </dd>
        <dt>Workout dates</dt>
        <dd>
          A date that you plan with a match is part of the conversation: the sport, the times, the place, and who
          proposed or answered what. Your match sees the card, and nobody else; it goes with the conversation, and with
          either account. The calendar file has an address of its own, and names nobody. The address works while you are
          matched, until 30 days after the date, and until you change your password or log out everywhere else.
        </dd>
        <dt>Workout files</dt>
        <dd>
          Files from which you fill in when you train are read on your device, which takes the start, the sport, the
          time and the distance of each workout, and no place and no heart rate. They are not sent to us, and nothing of
          them is kept but what you save.
        </dd>
        <dt>Pictures that we removed</dt>
        <dd>
          Of a picture that our staff removed we keep the fingerprint, without a name, to recognize copies of it. It
          cannot be turned back into the picture.
        </dd>
        <dt>A selfie for the Verified badge</dt>
        <dd>
          Until it is decided, usually within a day, and {SELFIE_KEPT_DAYS} days if nobody gets to it. What was decided
          stays for {SELFIE_KEPT_DAYS} days more, and the badge until you choose another main photo.
        </dd>
        <dt>Messages and pictures</dt>
        <dd>
          A message you delete disappears at once, on both sides. When a match ends, the conversation disappears for
          both of you. For {RETENTION_DAYS} days it is kept out of sight: each of you can still report the other, and
          finds the other’s name and when you last had contact under ‘People you talked to’ in Settings. Then its
          messages and pictures are deleted; what a report has of them stays with the report. When you delete your
          account, the text and pictures of all your messages and your reactions disappear, and the other person’s
          conversation reads ‘Deleted member’.
        </dd>
        <dt>Logins</dt>
        <dd>
          Until you log out, after 30 days without use, and after 180 days in any case; if your account is suspended, a
          hash of each login that this ended, until the suspension ends, so that the device can say why. Links in
          emails: one hour to reset a password or to change your address, seven days to confirm an address or the
          newsletter. Counts, by hashes: of failed logins and of usernames that were looked up one hour, of wrong codes,
          sign-ups, mail about accounts, contact messages and notices one day, of newsletter sign-ups and of who got the
          news 30 days at most, of questions to trusted contacts 14 days. A former address, until we have told it of the
          change: one day at most. Passkeys, the key of your authenticator app and recovery codes: until you remove
          them. What we write down for the safety of accounts: 90 days, also when the account was deleted. It then names
          a number instead of you.
        </dd>
        <dt>Notifications</dt>
        <dd>
          That you were looking at Spotter: one day. A browser’s push address: until you turn notifications off there,
          its login ends, or its push service says that it is gone. What waits to be told: minutes, or until the end of
          your quiet hours; that you were told, one day, and 30 days where a mail did not go out. Up to where you were
          told of a conversation: until your account or the other one is deleted. If you want to know when someone new
          fits: that, and when we last looked, until you turn it off.
        </dd>
        <dt>Whether you opened a crush</dt>
        <dd>
          With the crush, as a yes or no without a time. One that you have not opened in {UNOPENED_CRUSH_DAYS} days
          gives its sender the credit back, so they learn that, and not when or whether you were here.
        </dd>
        <dt>Your training week</dt>
        <dd>Until you delete it, or your account. Then it is gone at once.</dd>
        <dt>Weeks that you compared with a match</dt>
        <dd>Seven days, or until one of you stops sharing their week or you are no longer matched.</dd>
        <dt>How a workout date went</dt>
        <dd>As long as the message with the date, or until you delete your account.</dd>
        <dt>Lists of who was shown to you</dt>
        <dd>30 minutes after you last looked.</dd>
        <dt>Whom Today’s five showed you</dt>
        <dd>
          14 days, in which those whom you left open come later in your Browse. Nobody learns that they were among them.
          Turned off, no more are kept, and the order is as without it.
        </dd>
        <dt>To whom you said Not now</dt>
        <dd>30 days. They are never told.</dd>
        <dt>Purchases and credits</dt>
        <dd>
          The books stay, as tax law asks, but lose your name with your account, and forget with whom you had crushes
          and pictures; what is left are the payment provider’s references, which only the provider can lead back to
          you. Checkouts that were never paid, and what the provider told us of payments, go after 90 days.
        </dd>
        <dt>Reports</dt>
        <dd>
          With their evidence: {REPORT_YEARS} years after we decided, and no longer than one year after either account,
          the reported or the reporting one, was deleted.
        </dd>
        <dt>An account that we ended</dt>
        <dd>
          {ENDED_MONTHS} months after we ended it, or suspended it without an end, in which you can object and a court
          can ask; where you are under {AGE_MIN}, {APPEAL_MONTHS} months, the time to object. Then it is deleted as if
          you did it, and it is still recognized, as said below. You cannot log in until then: for a copy of your data,
          by a link that works for {EXPORT_LINK_HOURS} hours, or to have it deleted before, write to{" "}
          <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a> from the address of your account.
        </dd>
        <dt>What we decided, our notes, and your objections</dt>
        <dd>
          Until one year after your account was deleted. A photo of your profile, or a picture in a conversation, that
          we removed: 210 days at most, so that it can come back if you object and are right. A picture that is in
          review, or that we removed, stays until 30 days after that is decided, also if you delete it or your account;
          12 months, where a list of known pictures has it, or the law may ask for it.
        </dd>
        <dt>What an account is recognized by</dt>
        <dd>
          A hash of each browser you log in with, ten at most: 90 days after the last login with it, and no longer than
          your account, unless that was suspended. The codes of your addresses and cards: while your account exists, and
          30 days after its end, for as long as it can still be reported. 24 months, where it was suspended (to the end
          of the suspension, if that comes first and is the only reason), where it was reported and we did not find that
          nothing was wrong, where a bank took a payment back, and where you have blocked somebody or were blocked;
          between whom is then kept by the accounts’ numbers. Otherwise leaving and joining again would undo every block
          and every suspension. If that is wrong in your case, write to us, and a person looks at it. That a mailbox has
          had its free crushes: one year, by a code that belongs to no account.
        </dd>
        <dt>Contact messages</dt>
        <dd>Two years, with our answers. What you wrote while logged in leaves our database with your account.</dd>
        <dt>Notices about illegal content</dt>
        <dd>Two years, also if an account is deleted before.</dd>
        <dt>News by email</dt>
        <dd>
          Until 30 days after you unsubscribe, with one click in each mail; 30 days if you never confirm. It goes by
          address, with or without an account: deleting your account does not end it.
        </dd>
        <dt>The mark of a deleted account</dt>
        <dd>
          A random number and the time, so that what others see stays in order; for {RETENTION_DAYS} days also with whom
          you had contact, and longer with whom a conversation is left. Apart from that nothing in it leads to you, and
          what an account is recognized by does only for as long as is said above.
        </dd>
        <dt>What our staff do</dt>
        <dd>
          The log of who looked at or changed what, when and why, stays for good. It knows accounts by a number only.
        </dd>
        <dt>Backups</dt>
        <dd>
          {site.backupDays} days. What you deleted is in them until then. We go back to one only where data was lost.
          For that we keep a list, by numbers only and as long as the backups, of who has deleted an account, blocked or
          unmatched whom, hidden, removed a picture or a login key, ended what a trusted contact is told, changed a
          password or withdrawn consent, and what we have decided: all of this holds again then, as far as we still know
          of it. Texts that had been deleted since are there again, and we tell members so.
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
          Passwords, logins and recovery codes are stored as hashes only. Pictures have addresses that cannot be
          guessed, are made for one viewer and end by themselves; those of a conversation end with the match. Members’
          devices learn no position of others, only bands. Staff look at members’ data only to help, to look into a
          report or a notice, and to review a picture that was held back or a selfie. Who of our staff does not work on
          a case says why they look. Each look is written down, also of those who run the servers.
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
            we hold about you as files, except for our own records, what others have told us of you, keys and hashes,
            and what goes by an address alone. One of the files says what is left out. We keep the archive that we make
            for you for a day, as it was made: also with what people wrote to you who have deleted their account since.
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
        that somebody younger got in, we end the account at once, and delete it as section 6 says. Please{" "}
        <Link to="/contact">tell us</Link> if you know of one.
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

export function Component() {
  return (
    <ProsePage
      binding
      title="Privacy Policy"
      description="What Spotter keeps about you, where, what for and how long. No ads, no data sales, and a location no finer than an area of about 5 km²."
      intro={
        <p>
          A dating app is told a lot. Here is what we keep, why, and for how long, in words that can be checked against
          what the app does.
        </p>
      }
      sections={[...PRIVACY_DATA_SECTIONS, ...PRIVACY_RIGHTS_SECTIONS]}
    />
  );
}
