import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Factors } from "#contract/accounts/factors.ts";
import type { FactorMethod } from "#contract/errors.ts";
import { createPasskey } from "#web/domains/accounts/passkeys.ts";
import { withReauthentication } from "#web/domains/accounts/reauthentication.ts";
import { settingsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { call } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";

/** Lies under the settings key: it is refetched when another device changes the factors. */
const factorsKey = [...settingsKey, "factors"] as const;

export const factorsQuery = {
  queryKey: factorsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call("GET /api/auth/factors", {}, signal)).factors,
};

export const useFactors = () => useQuery(factorsQuery);

export const methodsOf = ({ passkeys, totpSince, recoveryCodesLeft }: Factors): FactorMethod[] => {
  if (passkeys.length === 0 && totpSince === null) return [];
  const has = { passkey: passkeys.length > 0, totp: totpSince !== null, recovery_code: recoveryCodesLeft > 0 };
  return (["passkey", "totp", "recovery_code"] as const).filter((method) => has[method]);
};

/** Makes a passkey. May ask the member to prove who they are first. @returns recovery codes with the first factor */
async function addPasskey(): Promise<readonly string[] | null> {
  const { options } = await withReauthentication(() => call("POST /api/auth/passkeys/options", {}));
  const response = await createPasskey(options);
  return (await call("POST /api/auth/passkeys", { body: { response } })).recoveryCodes;
}

const removeFactor = (target: { passkeyId: string } | "totp"): Promise<unknown> =>
  withReauthentication(() =>
    target === "totp"
      ? call("DELETE /api/auth/totp", {})
      : call("DELETE /api/auth/passkeys/:passkeyId", { params: target }),
  );

/** A change of the factors. They are refetched before it completes. The caller shows the result. */
function useFactorChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: change,
    onSuccess: () => refetchQuery(cache, factorsKey),
  });
}

export const useAddPasskey = () => useFactorChange((_: undefined) => addPasskey());

export const useRenamePasskey = () =>
  useFactorChange(({ passkeyId, name }: { passkeyId: string; name: string }) =>
    call("PUT /api/auth/passkeys/:passkeyId", { params: { passkeyId }, body: { name } }),
  );

export const useRemoveFactor = () => useFactorChange(removeFactor);

/** Creates the key of an authenticator app. */
export const useStartTotp = () =>
  useMutation({
    networkMode: "always",
    mutationFn: () => withReauthentication(() => call("POST /api/auth/totp", {})),
  });

/** @returns recovery codes with the first factor */
export const useConfirmTotp = () =>
  useFactorChange(
    async (code: string) => (await call("POST /api/auth/totp/confirm", { body: { code } })).recoveryCodes,
  );

export const useRenewRecoveryCodes = () =>
  useFactorChange(
    async (_: undefined) => (await withReauthentication(() => call("POST /api/auth/recovery-codes", {}))).recoveryCodes,
  );
