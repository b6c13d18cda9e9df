/**
 * Who runs this Spotter: the one file that an operator fills in. What stands in [brackets], and an address at
 * `.example`, is a placeholder; in production the start names those that are left. The next `npm start` builds the
 * pages with what is here.
 */
export interface Site {
  /** The person or company that answers for the service, as a contract names them. */
  readonly operatorName: string;
  /** Where letters and legal notices reach them. */
  readonly postalAddress: string;
  /** Where members write to; messages from the contact page are mailed there. */
  readonly supportEmail: string;
  /** Where vulnerabilities are reported, in `/.well-known/security.txt`. Empty: `supportEmail`. */
  readonly securityEmail: string;
  /** The US state whose law governs, as 'Oregon'. */
  readonly governingState: string;
  /** Where the servers stand, as 'Oregon, United States'. */
  readonly serverLocation: string;
  /** For how many days backups are kept, and with them what members have deleted. */
  readonly backupDays: number;
  /** The id of a Google tag, as 'G-AB12CD34EF'; loaded only where a visitor agrees. Empty: no tag, no third party, no cookie notice. */
  readonly analyticsTag: string;
}

export const site: Site = {
  operatorName: "[Operator name]",
  postalAddress: "[Postal address]",
  supportEmail: "support@spotter.example",
  securityEmail: "",
  governingState: "[US state]",
  serverLocation: "[Location of the servers]",
  backupDays: 30,
  analyticsTag: "",
};

/** The operator's pages elsewhere, in the footer's column 'Connect'. One without an address is not shown. */
export const social: readonly { readonly label: string; readonly url: string }[] = [
  { label: "Instagram", url: "" },
  { label: "TikTok", url: "" },
  { label: "YouTube", url: "" },
];
