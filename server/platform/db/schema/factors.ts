import type { Generated } from "kysely";

export interface PasskeysTable {
  id: string;
  member_id: string;
  /** base64url */
  credential_id: string;
  /** COSE */
  public_key: Buffer;
  /** Counts signatures; stays 0 for passkeys that do not count. */
  counter: Generated<string>;
  /** How a browser reaches the authenticator. */
  transports: readonly string[];
  name: string;
  is_backed_up: boolean;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

export interface TotpSecretsTable {
  member_id: string;
  /** Encrypted with a key that is derived from the hash key. */
  sealed_secret: Buffer;
  created_at: Generated<Date>;
  /** Null until the member has entered a first code. */
  confirmed_at: Date | null;
  /** The time step of the latest code. It and earlier ones are used up. */
  last_step: string | null;
}

export interface RecoveryCodesTable {
  member_id: string;
  /** A keyed hash. */
  code_hash: Buffer;
  created_at: Generated<Date>;
  used_at: Date | null;
}

/** Challenges of WebAuthn that were not answered yet. An answer deletes its challenge. */
export interface WebauthnChallengesTable {
  challenge_hash: Buffer;
  purpose: "register" | "login" | "second_factor" | "reauthenticate";
  /** The hash of the session or login token that asked for it; null for a login without a password. */
  bound_to: Buffer | null;
  expires_at: Date;
}
