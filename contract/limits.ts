/** Every number that both sides agree on. Lengths are counted as UTF-16 units, as an input's `maxlength` does. */

export const AGE_MIN = 18;
export const AGE_MAX = 100;

/** Of the token in a link. */
export const EMAIL_TOKEN_MAX = 200;
/** Of a proof of work with its challenge. */
export const PROOF_MAX = 1000;
/** Of one entry of a list that a member chooses from. */
export const CHOICE_MAX = 100;

export const EMAIL_MAX = 254;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;

export const PHOTOS_MAX = 6;
/** Bytes of one uploaded picture, of a profile or a chat: under 5 MB. */
export const PHOTO_BYTES_MAX = 5 * 1024 * 1024 - 1;
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

/** Of the words that stand for a picture. */
export const PHOTO_ALT_MAX = 200;

export const BIO_MAX = 500;
export const LOCATION_MAX = 100;
export const INTERESTS_MIN = 3;
export const INTERESTS_MAX = 10;
export const PROMPTS_MAX = 3;
export const PROMPT_ANSWER_MAX = 200;
/** Percent of a profile that must be there before it can be saved in the editor and is shown in browse. */
export const COMPLETION_MIN = 60;

export const FILTER_AGE_MIN = 18;
/** And over. */
export const FILTER_AGE_MAX = 99;
/** Miles. */
export const DISTANCE_MIN = 5;
export const DISTANCE_MAX = 200;

export const FREE_CRUSHES = 5;
export const CRUSH_COST = 1;
/** A balance below this is low. */
export const LOW_BALANCE = 5;

export const MESSAGE_MAX = 2000;
export const ATTACHMENT_COST = 1;
/** Milliseconds without a keystroke after which one counts as no longer typing. */
export const TYPING_IDLE_MS = 2000;
/** Milliseconds for which 'typing...' is shown. */
export const TYPING_SHOWN_MS = 3000;

export const PAGE_SIZE = 100;
/** Entries of one list on My Crushes. */
export const OVERVIEW_MAX = 200;
/** Messages on one page of a conversation. */
export const MESSAGES_PAGE = 50;

export const REPORT_DETAILS_MAX = 1000;
/** Of one member, in 24 hours. */
export const REPORTS_A_DAY = 20;

/** Days for which what was deleted can still be reported, and people with whom contact has ended. */
export const RETENTION_DAYS = 30;

/** Members on cards that are asked about at a time. */
export const CARDS_MAX = 600;

export const CONTACT_NAME_MAX = 100;
export const CONTACT_MESSAGE_MIN = 10;
export const CONTACT_MESSAGE_MAX = 1000;

/** Downloads of all one's data, in 24 hours. */
export const DOWNLOADS_A_DAY = 5;

/** What one member may do in a day. It counts from the first time on, for 24 hours. */
export interface DailyLimit {
  readonly standard: number;
  /** In a member's first 24 hours, and while their e-mail address is not confirmed. */
  readonly restricted: number;
}
/** New people to whom a crush is sent. A crush that answers one does not count. */
export const NEW_PEOPLE_A_DAY: DailyLimit = { standard: 60, restricted: 30 };
/** The same for Unlimited Members. */
export const NEW_PEOPLE_A_DAY_UNLIMITED: DailyLimit = { standard: 200, restricted: 100 };
/** Profiles that are opened of people with whom there is no crush either way. The same one again does not count. */
export const PROFILES_A_DAY: DailyLimit = { standard: 300, restricted: 100 };
/** People who are shown on cards. The same one again does not count. */
export const CARDS_A_DAY: DailyLimit = { standard: 1500, restricted: 500 };
/** Texts and pictures of one member. */
export const MESSAGES_A_MINUTE = 60;
/** Messages in a row to one person, until they answer or a day has passed since the last. */
export const UNANSWERED_MAX = 20;

/** Changes of one's gender and of one's age in 365 days. The first choice, and what is taken back within a day, do not count. */
export const GENDER_CHANGES_A_YEAR = 2;
export const AGE_CHANGES_A_YEAR = 3;
/** Hours until a change of gender or age counts for who sees whom. */
export const CHANGE_DELAY_HOURS = 24;
