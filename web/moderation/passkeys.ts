import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from "#contract/webauthn.ts";

/** Whether this browser can make and use passkeys on this page. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

const toJson = <T>(credential: Credential | null): T => {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("The browser made no passkey");
  return credential.toJSON() as T;
};

/** @throws DOMException if the person cancels */
export const createPasskey = async (options: CreationOptions): Promise<RegistrationResponse> =>
  toJson(
    await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON),
    }),
  );

/** @throws DOMException if the person cancels */
export const askForPasskey = async (options: RequestOptions): Promise<AuthenticationResponse> =>
  toJson(
    await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
    }),
  );
