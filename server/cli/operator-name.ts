import { userInfo } from "node:os";

/** The name of the account that this process runs as, by its user id; some have none. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/**
 * Names the operator for the audit log by what the operating system knows: the account that the process runs as, and who
 * ran `sudo`. Root is whoever ran `sudo`. For other accounts both are named: `SUDO_USER` is a variable of the environment,
 * which the account itself could set.
 * @param sudoUser the value of `SUDO_USER`
 * @param account the account, for tests
 */
export function operatorName(sudoUser: string | undefined, account: string = accountName()): string {
  if (!sudoUser || sudoUser === account) return account;
  return account === "root" ? sudoUser : `${account} (sudo by ${sudoUser})`;
}
