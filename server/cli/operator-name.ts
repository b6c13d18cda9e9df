import { userInfo } from "node:os";

/** The name of the process's user. Some user ids have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/**
 * The operator's name for the audit log. As root it is `SUDO_USER`. Other accounts could set that variable themselves,
 * so
 * for them both names are recorded.
 * @param sudoUser the value of `SUDO_USER`
 * @param account overridden in tests
 */
export function findOperatorName(sudoUser: string | undefined, account: string = accountName()): string {
  if (!sudoUser || sudoUser === account) return account;
  return account === "root" ? sudoUser : `${account} (sudo by ${sudoUser})`;
}
