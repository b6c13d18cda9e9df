/** Numbers that server and browser share. Lengths are in UTF-16 units, as in `maxlength`. */

export const AGE_MIN = 18;
export const AGE_MAX = 100;

export const EMAIL_TOKEN_MAX = 200;
/** Characters of a proof of work, including its challenge. */
export const PROOF_MAX = 1000;
/** Characters of an entry in a list of choices. */
export const CHOICE_MAX = 100;

export const EMAIL_MAX = 254;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 50;
export const FACTOR_CODE_MAX = 30;
export const RECOVERY_CODES = 10;
export const REAUTHENTICATION_MINUTES = 10;

export const PHOTOS_MAX = 6;
/** Under 5 MB. */
export const PHOTO_BYTES_MAX = 5 * 1024 * 1024 - 1;
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

/** Pixels. */
export const PHOTO_WIDTHS = { full: 1080, medium: 720, thumb: 320 } as const;

export const PHOTO_ALT_MAX = 200;

export const BIO_MAX = 500;
export const LOCATION_MAX = 100;
export const INTERESTS_MIN = 3;
export const INTERESTS_MAX = 10;
export const PROMPTS_MAX = 3;
export const PROMPT_ANSWER_MAX = 200;
/** At a time. They are read on the device only. */
export const FILES_MAX = 50;
/** Also when the file is unpacked. */
export const FILE_BYTES_MAX = 25 * 1024 * 1024;
/** In percent. Below this a profile can neither be saved in the editor nor be shown in browse. */
export const COMPLETION_MIN = 60;

export const FILTER_AGE_MIN = 18;
/** 99 means 99 and over. */
export const FILTER_AGE_MAX = 99;
/** Miles. */
export const DISTANCE_MIN = 5;
export const DISTANCE_MAX = 200;

export const FREE_CRUSHES = 5;
export const CRUSH_COST = 1;
/** A balance below this is low. */
export const LOW_BALANCE = 5;

export const MESSAGE_MAX = 2000;
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 100;
export const ATTACHMENT_COST = 1;
/** Milliseconds without a keystroke after which a member stops typing. */
export const TYPING_IDLE_MS = 2000;
/** Milliseconds. */
export const TYPING_SHOWN_MS = 3000;

export const PAGE_SIZE = 100;
/** What the app requests at once; the server's default is `PAGE_SIZE`. */
export const CONVERSATIONS_PAGE = 30;
export const NEW_MATCHES_MAX = 3;
export const OVERVIEW_MAX = 200;
/** Per page. */
export const CRUSHES_PAGE = 30;
/** A longer list counts as so many. */
export const CRUSH_COUNT_MAX = 200;
/** More are as many. */
export const UNSEEN_MAX = 100;
/** More are as many. */
export const ARCHIVED_COUNT_MAX = 100;
export const MESSAGES_PAGE = 50;
/** Per conversation, the newest. The chat can show all of them. */
export const SEARCHED_MESSAGES_MAX = 2_000;
/** By one request, over all conversations, from the latest one on. */
export const SEARCHED_AT_ONCE_MAX = 2_000;

export const REPORT_DETAILS_MAX = 1000;
export const REPORTS_A_DAY = 20;

/** If neither account is deleted before. */
export const REPORT_YEARS = 3;

export const APPEAL_MAX = 2000;
/** After the decision. */
export const APPEAL_MONTHS = 6;
/** Months of a suspension without an end, after which the account is deleted. */
export const ENDED_MONTHS = 12;

/** Days for which deleted content and ended contacts can still be reported. */
export const RETENTION_DAYS = 30;
/** The longest pause of a profile that ends by itself: six months and a day, in whatever time zone. */
export const PAUSE_MAX_DAYS = 185;

/** A member who was passed on is not shown. */
export const PASS_DAYS = 30;

export const DAILY_SET_SIZE = 5;
export const DAILY_SET_FROM = 15;
export const DAILY_SET_KEPT_DAYS = 14;
/** From Monday to Sunday. */
export const FULL_WEEK_SETS = 4;

/** After joining. */
export const NEW_MEMBER_DAYS = 14;
/** After the last activity. */
export const ACTIVE_DAYS = 7;

/** An unopened crush is given back. */
export const UNOPENED_CRUSH_DAYS = 30;

export const PEOPLE_COUNT_MAX = 100;

/** A search that finds fewer people is in a small place: Browse offers what helps there. */
export const SMALL_PLACE_BELOW = 10;
/** People who fit in the nearest place that Browse names: so many that it says nothing of any of them. */
export const NEAREST_PLACE_MIN = 10;

export const CARDS_MAX = 600;

export const CONTACT_NAME_MAX = 100;
export const CONTACT_MESSAGE_MIN = 10;
export const CONTACT_MESSAGE_MAX = 1000;
export const CONTACT_ANSWER_MAX = 3000;
export const NOTICE_PLACE_MAX = 300;
export const NOTICE_DETAILS_MIN = 20;
export const NOTICE_DETAILS_MAX = 1000;

/** What the console does not show of a long list is counted up to this number. */
export const COUNTED_MAX = 200;

export const DATA_EXPORTS_A_DAY = 5;
/** Links to their data that staff email to a suspended member. */
export const EXPORT_LINKS_A_DAY = 3;
export const EXPORT_LINK_HOURS = 72;
/** Hours for which a prepared copy of a member's data can be downloaded. */
export const DATA_COPY_HOURS = 24;
export const EXPORT_LINK_DOWNLOADS = 3;

/** Per member. The 24 hours start with the first use. */
export interface DailyLimit {
  readonly standard: number;
  /** In a member's first 24 hours, and while their email address is not verified. */
  readonly restricted: number;
}
/** New people to send a crush to. A crush in return does not count. */
export const NEW_PEOPLE_A_DAY: DailyLimit = { standard: 60, restricted: 30 };
/** New people and new profiles for Unlimited Members, from the first day on: more than a person can reach. */
export const UNLIMITED_A_DAY = 1000;
/** Profiles opened, without a crush in either direction. Each counts once. */
export const PROFILES_A_DAY: DailyLimit = { standard: 300, restricted: 100 };
/** People shown on cards. Each counts once. */
export const CARDS_A_DAY: DailyLimit = { standard: 1500, restricted: 500 };
/** Texts and attachments of one member. */
export const MESSAGES_A_MINUTE = 60;
/** Without an answer, until a day has passed since the last. */
export const UNANSWERED_MAX = 20;
/** Messages, or one picture, that a member has to write before a match's pictures are uncovered. */
export const ACQUAINTED_FROM = 5;

/** In 365 days. The first choice, and a change undone within a day, do not count. */
export const GENDER_CHANGES_A_YEAR = 2;
export const AGE_CHANGES_A_YEAR = 3;
/** Until the change takes effect in browse. */
export const CHANGE_DELAY_HOURS = 24;

export const LEVELED_SPORTS_MAX = 3;
/** A week with more coarse parts would match everybody's, and so reveal theirs. */
export const COARSE_PARTS_MAX = 4;

export const POSE_MINUTES = 10;
export const SELFIES_A_DAY = 3;
export const SELFIE_KEPT_DAYS = 30;

export const TRUSTED_CONTACTS_MAX = 3;
/** After the question, until the contact is informed. */
export const BACK_SILENCE_MINUTES = 60;
/** Per date. */
export const BACK_DELAYS_MAX = 3;
