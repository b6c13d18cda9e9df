import { FingerprintPattern, QrCode } from "lucide-react";
import { useState } from "react";
import type { Factors, Passkey } from "#contract/accounts/factors.ts";
import { PASSKEYS_MAX, RECOVERY_CODES } from "#contract/limits.ts";
import {
  methodsOf,
  useAddPasskey,
  useFactors,
  useRemoveFactor,
  useRenewRecoveryCodes,
  useStartTotp,
} from "#web/domains/accounts/factors.queries.ts";
import { PasskeyError } from "#web/domains/accounts/passkeys.ts";
import { ReauthenticationCancelled } from "#web/domains/accounts/reauthentication.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { formatDate } from "#web/lib/format-date.ts";
import { canUsePasskeys } from "#web/lib/passkeys.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/screens/settings/account/login-security.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { ListItem } from "#web/ui/list-item.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const lazyAuthenticator = lazyModule(() =>
  import("#web/screens/settings/account/authenticator-dialog.tsx").then((file) => file.AuthenticatorDialog),
);
const lazyCodes = lazyModule(() =>
  import("#web/screens/settings/account/recovery-codes-dialog.tsx").then((file) => file.RecoveryCodesDialog),
);
const lazyPasskey = lazyModule(() =>
  import("#web/screens/settings/account/passkey-dialog.tsx").then((file) => file.PasskeyDialog),
);

function showError(error: unknown): void {
  if (error instanceof ReauthenticationCancelled) return;
  const message = error instanceof PasskeyError ? error.message : getErrorMessage(error, "That did not work");
  toast(message, "error");
}

export function LoginSecurity() {
  const { data: factors, isError, refetch } = useStickyError(useFactors());
  return (
    // Takes the focus when the row of a pressed button is removed.
    <section aria-labelledby="login-security" tabIndex={-1} className={css.security}>
      <h2 id="login-security" className={classNames(typography.display, typography.d20)}>
        Login and security
      </h2>
      {factors ? (
        <FactorList factors={factors} />
      ) : isError ? (
        <InlineError message="Your login settings did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <Skeleton style={{ display: "block", width: 280, height: 96 }} />
        </Delayed>
      )}
    </section>
  );
}

type Removal = { readonly passkey: Passkey } | "totp";

function FactorList({ factors }: { factors: Factors }) {
  const { passkeys, totpSince, recoveryCodesLeft, passkeysAllowed } = factors;
  const [codes, setCodes] = useState<readonly string[]>();
  const [edited, setEdited] = useState<Passkey>();
  const [removed, setRemoved] = useState<Removal>();
  const add = useAddPasskey();
  const start = useStartTotp();
  const renew = useRenewRecoveryCodes();
  const Codes = useLazyModule(lazyCodes, codes !== undefined, () => setCodes(undefined));
  const Authenticator = useLazyModule(lazyAuthenticator, start.data !== undefined, start.reset);
  const Edit = useLazyModule(lazyPasskey, edited !== undefined, () => setEdited(undefined));
  const hasFactor = methodsOf(factors).length > 0;
  const canUse = passkeysAllowed && canUsePasskeys();
  const canAdd = canUse && passkeys.length < PASSKEYS_MAX;

  const addPasskey = () =>
    add.mutate(undefined, {
      onSuccess: (recoveryCodes) => {
        toast("Your passkey is ready.", "done");
        if (recoveryCodes) setCodes(recoveryCodes);
      },
      onError: showError,
    });
  const finishTotp = (recoveryCodes: readonly string[] | null) => {
    start.reset();
    toast("Your authenticator app is ready.", "done");
    if (recoveryCodes) setCodes(recoveryCodes);
  };

  return (
    <>
      <p className={css.what}>
        {hasFactor
          ? "A password alone does not log in: we ask for one of these as well."
          : canUse
            ? "A passkey logs you in with your fingerprint or face, without a password. An authenticator app adds a code to it. With either, a password alone does not log in any more."
            : "With an authenticator app, a password alone does not log in any more: we ask for a code as well. This browser cannot make passkeys here."}
      </p>
      {hasFactor && (
        <ul className={css.list}>
          {passkeys.map((passkey) => (
            <ListItem
              key={passkey._id}
              icon={<FingerprintPattern />}
              title={<span className={css.name}>{passkey.name}</span>}
              note={noteOf(passkey)}
            >
              <Button variant="line" aria-label={`Edit ${passkey.name}`} onClick={() => setEdited(passkey)}>
                Edit
              </Button>
            </ListItem>
          ))}
          {totpSince !== null && (
            <ListItem icon={<QrCode />} title="Authenticator app" note={`Since ${formatDate(totpSince)}`}>
              <Button variant="line" aria-label="Remove the authenticator app" onClick={() => setRemoved("totp")}>
                Remove
              </Button>
            </ListItem>
          )}
        </ul>
      )}
      <div className={css.buttons}>
        {canAdd && (
          <Button
            variant="line"
            icon={<FingerprintPattern />}
            busy={add.isPending ? "Adding..." : undefined}
            onClick={addPasskey}
          >
            Add a Passkey
          </Button>
        )}
        {totpSince === null && (
          <Button
            variant="line"
            icon={<QrCode />}
            busy={start.isPending ? "Preparing..." : undefined}
            onClick={() => start.mutate(undefined, { onError: showError })}
          >
            Set Up an App
          </Button>
        )}
      </div>
      {hasFactor && (
        <div className={css.recovery}>
          <p>
            <span className={typography.strong}>Recovery codes:</span> {recoveryCodesLeft} of {RECOVERY_CODES} left, for
            the day your phone is gone.
          </p>
          <Button
            variant="line"
            busy={renew.isPending ? "Making..." : undefined}
            onClick={() => renew.mutate(undefined, { onSuccess: setCodes, onError: showError })}
          >
            Make New Codes
          </Button>
        </div>
      )}
      <LazyRender as={Authenticator} setup={start.data} onClose={start.reset} onDone={finishTotp} />
      <LazyRender as={Codes} codes={codes} onClose={() => setCodes(undefined)} />
      {edited && (
        <LazyRender
          as={Edit}
          key={edited._id}
          passkey={edited}
          onClose={() => setEdited(undefined)}
          onRemove={() => setRemoved({ passkey: edited })}
        />
      )}
      {removed && (
        <RemoveConfirm
          removal={removed}
          isLast={passkeys.length + (totpSince === null ? 0 : 1) === 1}
          onClose={() => setRemoved(undefined)}
          onRemoved={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function noteOf({ createdAt, lastUsedAt, synced }: Passkey): string {
  const used = lastUsedAt ? `last used ${formatDate(lastUsedAt)}` : "not used yet";
  return `Passkey since ${formatDate(createdAt)}, ${used}${synced ? ", synced" : ""}`;
}

interface RemoveConfirmProps {
  readonly removal: Removal;
  readonly isLast: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemoveConfirm({ removal, isLast, onClose, onRemoved }: RemoveConfirmProps) {
  const { mutate, isPending } = useRemoveFactor();
  const isApp = removal === "totp";
  const remove = () =>
    mutate(isApp ? "totp" : { passkeyId: removal.passkey._id }, {
      onSuccess: () => {
        toast(isApp ? "The app is removed." : "The passkey is removed.", "done");
        onRemoved();
      },
      onError: showError,
      onSettled: onClose,
    });
  const last = isLast ? " It is your last one: your password alone logs in then, and your recovery codes go." : "";
  return (
    <Confirm
      open
      danger
      title={isApp ? "Remove the app?" : `Remove ${removal.passkey.name}?`}
      text={`${isApp ? "Its codes do not count any more." : "It does not log you in any more."}${last}`}
      confirmLabel="Remove"
      busy={isPending ? "Removing..." : undefined}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
