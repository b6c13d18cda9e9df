import * as z from "zod/mini";
import { email, knownPassword, newPasswords, newPasswordsAgree } from "#contract/form-fields.ts";

export const changePasswordForm = z
  .object({
    currentPassword: knownPassword,
    ...newPasswords,
  })
  .check(newPasswordsAgree);

export const emailChangeForm = z.object({
  email,
  currentPassword: knownPassword,
});

export const deletionForm = z.object({ password: knownPassword });

export const dataExportForm = z.object({ password: knownPassword });
