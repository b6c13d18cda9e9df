import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CaseSelfie, EvidenceImage } from "#contract/moderation/cases.ts";
import { CHOSEN_REFUSALS, REFUSALS } from "#contract/moderation/selfies.ts";
import { casesKey } from "#web/console/case/cases.queries.ts";
import evidence from "#web/console/case/evidence.module.css";
import { Picture } from "#web/console/case/pictures.tsx";
import css from "#web/console/case/selfie-panel.module.css";
import { claims } from "#web/console/case/use-claim.ts";
import { useFailure } from "#web/console/case/use-failure.ts";
import { callStaff } from "#web/console/staff-api.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Tag } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { SelectInput } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

type ChosenRefusal = (typeof CHOSEN_REFUSALS)[number];

const REFUSAL_NAMES: Readonly<Record<ChosenRefusal, string>> = {
  other_person: "Another person",
  wrong_pose: "Another pose",
  not_clear: "Face hard to see",
  main_photo: "Main photo shows no face",
  not_live: "Picture of a picture",
};

type Outcome =
  | { readonly kind: "approve"; readonly photoId: string }
  | { readonly kind: "refuse"; readonly reason: ChosenRefusal };

async function send({ _id: verificationId }: CaseSelfie, outcome: Outcome): Promise<string> {
  const params = { verificationId };
  if (outcome.kind === "refuse") {
    const { reason } = outcome;
    await callStaff("POST /api/moderation/verifications/:verificationId/refuse", { params, body: { reason } });
    return "the selfie is refused.";
  }
  const { isListedAgain } = await callStaff("POST /api/moderation/verifications/:verificationId/approve", {
    params,
    body: { photoId: outcome.photoId },
  });
  return isListedAgain ? "the selfie is approved, and others see them again." : "the selfie is approved.";
}

function Refusal({ isPending, onRefuse }: { isPending: boolean; onRefuse: (reason: ChosenRefusal) => void }) {
  const [reason, setReason] = useState<ChosenRefusal>("other_person");
  return (
    <>
      <Field label="If you refuse it, why" hint={`The member reads: ${REFUSALS[reason]}`}>
        {(control) => (
          <SelectInput
            {...control}
            value={reason}
            options={CHOSEN_REFUSALS.map((key) => ({ value: key, label: REFUSAL_NAMES[key] }))}
            onChange={({ target }) => setReason(target.value as ChosenRefusal)}
          />
        )}
      </Field>
      <Button variant="line" disabled={isPending} onClick={() => onRefuse(reason)}>
        Refuse
      </Button>
    </>
  );
}

/** Where the bar of a phone leads. */
export const SELFIE_ID = "selfie";

/** @param onDecided runs before the cases are read again */
export function SelfiePanel({
  caseId,
  selfie,
  subject,
  isShown,
  isActive,
  onDecided,
}: {
  caseId: string;
  selfie: CaseSelfie;
  /** The name of the member. */
  subject: string;
  isShown: boolean;
  isActive: boolean;
  onDecided: () => void;
}) {
  const now = useNow();
  const queryClient = useQueryClient();
  const fail = useFailure(caseId);
  const decide = useMutation({
    mutationFn: (outcome: Outcome) => claims.during(caseId, () => send(selfie, outcome)),
    onSuccess: (words) => {
      toast(`${subject}: ${words}`, "done", "decision");
      onDecided();
      return queryClient.invalidateQueries({ queryKey: casesKey });
    },
    onError: (error) => fail(error, `${subject}: the selfie is not decided.`),
  });
  const { pose, isLive, submittedAt, image, mainPhoto } = selfie;
  const photoId = mainPhoto?.photoId ?? null;
  const pictures: readonly (readonly [EvidenceImage, string])[] = [
    [image, "Selfie"],
    ...(mainPhoto ? [[mainPhoto, "Main photo"] as const] : []),
  ];
  return (
    <section id={SELFIE_ID} tabIndex={-1} className={evidence.report} aria-label="Selfie">
      <div className={evidence.head}>
        <h2 className={typography.strong}>Is this the person in the main photo?</h2>
        <Tag>{isLive ? "Live camera" : "A file, not live"}</Tag>
      </div>
      <p className={classNames(typography.small, typography.muted)}>Sent {exactTime(submittedAt, now)}</p>
      <p>
        Asked for: <span className={typography.strong}>{pose}</span>
      </p>
      <ul className={css.pictures} aria-label="Selfie and main photo">
        {pictures.map(([{ url, caption }, name]) => (
          <li key={url}>
            <Picture url={url} caption={`the ${caption}`} isShown={isShown} />
            <span className={classNames(typography.small, typography.muted)}>{name}</span>
          </li>
        ))}
      </ul>
      {photoId === null && <p>The member has no main photo any more, so the selfie can only be refused.</p>}
      <FormAlert message={decide.isError ? getErrorMessage(decide.error, "The selfie was not decided.") : undefined} />
      {isActive && (
        <>
          {photoId !== null && (
            <Button
              busy={decide.isPending ? "Deciding…" : undefined}
              onClick={() => decide.mutate({ kind: "approve", photoId })}
            >
              Approve
            </Button>
          )}
          <Refusal isPending={decide.isPending} onRefuse={(reason) => decide.mutate({ kind: "refuse", reason })} />
        </>
      )}
    </section>
  );
}
