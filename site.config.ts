/**
 * The one file that an operator fills in, under `own`. A detail that is left out has its default,
 * which is invented; in production the start names those that members see. The next `npm start` builds the pages with
 * what is here.
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
  /** The operator's pages elsewhere: the three links of the footer's column 'Connect'. By default the contact page. */
  readonly instagramUrl: string;
  readonly tiktokUrl: string;
  readonly youtubeUrl: string;
}

const defaults: Site = {
  operatorName: "Spotter",
  postalAddress: "100 Example Street, Portland, OR 97201",
  supportEmail: "support@spotter.example",
  securityEmail: "",
  governingState: "Oregon",
  serverLocation: "the United States",
  backupDays: 30,
  analyticsTag: "",
  instagramUrl: "/contact",
  tiktokUrl: "/contact",
  youtubeUrl: "/contact",
};

/** Fill in what is yours, as `operatorName: "Plates & Pulse LLC",`. */
export const own: Partial<Site> = {};

export const site: Site = { ...defaults, ...own };
