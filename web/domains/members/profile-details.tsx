import { Check, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import type { MemberView } from "#contract/discovery/discovery.ts";
import { UNSTATED_BODY_TYPE } from "#contract/members/catalog.ts";
import { COARSE_PART_TEXTS, leveledSportText } from "#contract/training/training-texts.ts";
import { DemoTag } from "#web/domains/members/names/demo-tag.tsx";
import { MemberName } from "#web/domains/members/names/name.tsx";
import { RecencyMark } from "#web/domains/members/names/recency-mark.tsx";
import { VerifiedNote } from "#web/domains/members/names/verified-note.tsx";
import css from "#web/domains/members/profile-details.module.css";
import { sharedInterests } from "#web/domains/members/shared-interests.ts";
import { formatBand, formatHeight } from "#web/lib/format-units.ts";
import { useUnits } from "#web/lib/units.ts";
import { Chip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** Longer names and answers are set in a smaller size. */
const FULL_SIZE_NAME_MAX = 16;
const FULL_SIZE_ANSWER_MAX = 110;

interface Props {
  view: MemberView;
  /** My interests: the shared ones are marked. */
  ownInterests: readonly string[];
  /** Rendered beside each answer. */
  answerAction?: (question: string) => ReactNode;
  /** The report button, at the end. */
  report?: ReactNode;
}

/** "Trains", "Weekday mornings, weekend evenings". Empty texts are left out. */
export function listWeekFacts(week: MemberView["week"]) {
  if (!week) return [];
  const times = week.parts.map((part) => COARSE_PART_TEXTS[part]).join(", ");
  return [
    { name: "Trains", text: times.charAt(0).toUpperCase() + times.slice(1) },
    { name: "Level", text: week.sports.map(leveledSportText).join(" · ") },
  ];
}

/** The text part of a profile: intent and own words before measures. Empty fields are left out. */
export function ProfileDetails({ view, ownInterests: mine, answerAction, report }: Props) {
  const { username, isDemo, isVerified, profile } = view.user;
  const units = useUnits();
  const shared = sharedInterests(mine, profile.interests);
  const rest = profile.interests.filter((interest) => !shared.includes(interest));
  return (
    <div className={css.story}>
      <header className={css.head}>
        <h1>
          <MemberName
            username={username}
            age={profile.age}
            className={classNames(css.name, username.length > FULL_SIZE_NAME_MAX && css.long)}
          />
        </h1>
        <LocationLine location={profile.location} distance={view.distance && formatBand(view.distance, units)} />
        <RecencyMark recency={view.recency} className={css.recency} />
        {isVerified && <VerifiedNote />}
        {isDemo && <DemoNote />}
      </header>
      <Facts facts={[{ name: "Looking for", text: profile.lookingFor }, ...listWeekFacts(view.week)]} />
      {profile.bio && <p className={classNames(typography.large, css.bio)}>{profile.bio}</p>}
      {profile.prompts.length > 0 && (
        <section>
          <h2 className={classNames(typography.display, typography.d20, css.heading)}>Get to know me</h2>
          <dl>
            {profile.prompts.map(({ question, answer }) => (
              <div key={question} className={css.prompt}>
                <dt>{question}</dt>
                <dd className={classNames(typography.answer, answer.length > FULL_SIZE_ANSWER_MAX && css.long)}>
                  {answer}
                </dd>
                {answerAction && <dd className={css.answerAction}>{answerAction(question)}</dd>}
              </div>
            ))}
          </dl>
        </section>
      )}
      {profile.interests.length > 0 && (
        <section>
          <h2 className={classNames(typography.display, typography.d20, css.heading)}>Interests</h2>
          <ul className={css.chips}>
            {shared.map((interest) => (
              <li key={interest}>
                <Chip variant="volt" icon={<Check aria-hidden="true" />}>
                  {interest}
                  <span className={typography.hidden}>, shared with you</span>
                </Chip>
              </li>
            ))}
            {rest.map((interest) => (
              <li key={interest}>
                <Chip>{interest}</Chip>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Facts
        isMeasures
        facts={[
          { name: "Height", text: formatHeight(profile.height, units) },
          { name: "Body type", text: profile.bodyType === UNSTATED_BODY_TYPE ? "" : profile.bodyType },
        ]}
      />
      {report && <div className={css.report}>{report}</div>}
    </div>
  );
}

function LocationLine({ location, distance }: { location: string; distance: string | null }) {
  if (!location && !distance) return null;
  return (
    <p className={css.where}>
      <MapPin aria-hidden="true" />
      <span>
        {location}
        <span className={typography.muted}>
          {location && distance && " · "}
          {distance}
        </span>
      </span>
    </p>
  );
}

/** Makes clear that a demo member's drawing is not a person. */
function DemoNote() {
  return (
    <p className={css.demo}>
      <DemoTag on="page" />
      <span className={classNames(typography.small, typography.muted)}>Drawn to show how Spotter works</span>
    </p>
  );
}

interface FactsProps {
  facts: readonly { readonly name: string; readonly text: string }[];
  /** Side by side and between lines, at the end of the profile. */
  isMeasures?: boolean;
}

function Facts({ facts, isMeasures = false }: FactsProps) {
  const known = facts.filter(({ text }) => text !== "");
  if (known.length === 0) return null;
  return (
    <dl className={classNames(css.facts, isMeasures && css.measures)}>
      {known.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
