import { BadgeCheck, Clock, EyeOff } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { POSE_MINUTES, SELFIE_KEPT_DAYS } from "#contract/limits.ts";
import { REFUSALS } from "#contract/moderation/selfies.ts";
import type { SelfieRequest, VerificationState } from "#contract/moderation/verification.ts";
import { formatMoment } from "#web/lib/format-date.ts";
import { SelfieCamera } from "#web/screens/get-verified/selfie-camera.tsx";
import css from "#web/screens/get-verified/verification-panel.module.css";
import { ButtonLink } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

/** Explains the steps, takes the selfie, and shows its review and the outcome. */
export function VerificationPanel({ state, onTimeOver }: { state: VerificationState; onTimeOver: () => void }) {
  const { isVerified, isRequired, request, hasMainPhoto, triesLeft, moreTriesAt } = state;
  const title = useFocusAfterSending(request?.state);
  if (isVerified)
    return (
      <Outcome icon={<BadgeCheck aria-hidden="true" />} title="You are verified">
        <p>
          Your profile has the badge. It belongs to your main photo: if you choose another one, the badge goes, and you
          can verify that one.
        </p>
        <ButtonLink variant="line" to="/profile">
          See your profile
        </ButtonLink>
      </Outcome>
    );
  if (request?.state === "submitted")
    return (
      <Outcome icon={<Clock aria-hidden="true" />} title="In review" titleRef={title}>
        <p>
          A person compares your selfie with your photos, usually within a day. We email you, and then the selfie is
          deleted. You need not wait here.
        </p>
        {isRequired && <Required />}
      </Outcome>
    );
  const started = request?.state === "started" ? request : undefined;
  return (
    <div className={css.panel}>
      {isRequired && <Required />}
      {request?.state === "refused" && (
        <div role="status" className={css.refused}>
          <h2 className={classNames(typography.display, typography.d20)}>Not this time</h2>
          <p>{REFUSALS[request.reason]}</p>
          {request.reason === "main_photo" && <Link to="/profile">Choose your main photo</Link>}
        </div>
      )}
      {!started && <Explanation isRequired={isRequired} />}
      {!hasMainPhoto ? (
        <NeedsPhoto />
      ) : started || triesLeft > 0 ? (
        <SelfieCamera
          request={started}
          label={request?.state === "refused" ? "Try again with a new pose" : "Open the camera"}
          onTimeOver={onTimeOver}
        />
      ) : (
        <p role="status" className={typography.strong}>
          Those were all the tries of today. You have new ones
          {moreTriesAt === null ? " tomorrow" : ` from ${formatMoment(new Date(moreTriesAt))}`}.
        </p>
      )}
    </div>
  );
}

/** The button that sent the selfie had the focus, and is gone. @returns the ref of its replacement */
function useFocusAfterSending(now: SelfieRequest["state"] | undefined) {
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(now);
  useEffect(() => {
    if (before.current === "started" && now === "submitted") title.current?.focus();
    before.current = now;
  }, [now]);
  return title;
}

interface OutcomeProps {
  icon: ReactNode;
  title: string;
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

function Outcome({ icon, title, titleRef, children }: OutcomeProps) {
  return (
    <div className={classNames(css.panel, css.outcome)}>
      <div role="status" className={css.title}>
        {icon}
        <h2 ref={titleRef} tabIndex={-1} className={classNames(typography.display, typography.d24)}>
          {title}
        </h2>
      </div>
      {children}
    </div>
  );
}

const Required = () => (
  <Callout icon={<EyeOff aria-hidden="true" />} size="lg">
    You are not shown in Browse until a selfie of yours is approved. We emailed you why, and how to object.
  </Callout>
);

const NeedsPhoto = () => (
  <div className={css.panel}>
    <p className={typography.strong}>Your selfie is compared with your main photo. Please add one first.</p>
    <ButtonLink to="/profile" className={css.start}>
      Add a photo
    </ButtonLink>
  </div>
);

const Explanation = ({ isRequired }: { isRequired: boolean }) => (
  <>
    <p className={typography.large}>Show others that you are the person in your photos, with a live selfie.</p>
    <ol className={css.list}>
      <li>We give you a pose, at random. You have {POSE_MINUTES} minutes to take a selfie in it.</li>
      <li>A person compares the selfie with your photos. No computer measures your face, and no template is made.</li>
      <li>
        Your profile gets the Verified badge. The selfie is deleted as soon as it is decided, and after{" "}
        {SELFIE_KEPT_DAYS} days at the latest. No member ever sees it.
      </li>
    </ol>
    <p className={typography.muted}>
      {isRequired ? "It is free." : "It is free, and up to you."} <Link to="/help/get-verified">More about it</Link>
    </p>
  </>
);
