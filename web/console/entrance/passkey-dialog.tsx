import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import css from "#web/console/dialog.module.css";
import { passkeyMessage } from "#web/console/entrance/login-page.tsx";
import { passkeyQuestion } from "#web/console/entrance/reauthentication.ts";
import { callStaff } from "#web/console/staff-api.ts";
import { readPasskey } from "#web/lib/passkeys.ts";
import { useStore } from "#web/lib/store.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import typography from "#web/ui/typography.module.css";

/** For calls that an open session alone may not make; see `withPasskey`. */
export function PasskeyDialog() {
  const question = useStore(passkeyQuestion);
  const element = useRef<HTMLDialogElement>(null);
  const prove = useMutation({
    mutationFn: async () => {
      const { options } = await callStaff("POST /api/moderation/login/options", {});
      await callStaff("POST /api/moderation/reauthenticate", { body: { credential: await readPasskey(options) } });
    },
    onSuccess: () => {
      question?.answer(true);
      element.current?.close();
    },
  });
  const { reset } = prove;
  useEffect(() => {
    if (!question) return;
    reset();
    element.current?.showModal();
  }, [question, reset]);
  return (
    // After the answer, closing it changes nothing.
    <dialog
      ref={element}
      className={css.dialog}
      aria-labelledby="passkey-title"
      onClose={() => passkeyQuestion.read()?.answer(false)}
    >
      <h2 id="passkey-title" className={classNames(typography.display, typography.d24)}>
        Is it still you?
      </h2>
      <p className={css.text}>What you are about to do needs your passkey once more.</p>
      <FormAlert message={prove.isError ? passkeyMessage(prove.error) : undefined} />
      <div className={css.actions}>
        <Button variant="line" onClick={() => element.current?.close()}>
          Cancel
        </Button>
        <Button busy={prove.isPending ? "Waiting for your passkey…" : undefined} onClick={() => prove.mutate()}>
          Use my passkey
        </Button>
      </div>
    </dialog>
  );
}
