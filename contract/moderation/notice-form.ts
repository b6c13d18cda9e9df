import * as z from "zod/mini";
import { email, hasVisibleText, lengthLimit } from "#contract/form-fields.ts";
import { NOTICE_DETAILS_MAX, NOTICE_DETAILS_MIN, NOTICE_PLACE_MAX, USERNAME_MAX } from "#contract/limits.ts";
import { senderName } from "#contract/site/site-forms.ts";

/**
 * `illegal` breaks a law. `intimate`: the person in the picture did not agree to it. `minor`: sexual content with
 * somebody under 18.
 */
export const NOTICE_KINDS = ["illegal", "intimate", "minor"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

const KIND_MISSING = "Choose what it is about";
const PLACE_MISSING = "Say where it is";
const DETAILS_MISSING = "Say what it is";
const CONFIRMATION_MISSING = "Please confirm this";

const writtenText = (missing: string, max: number) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      lengthLimit(max, `This can have ${max} characters`),
      z.refine(hasVisibleText, missing),
    );

/** May stay empty: the law lets somebody who reports sexual content with a minor stay anonymous. */
const orEmpty = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.union([z.literal(""), schema]));

export const noticeFields = {
  kind: z.enum(NOTICE_KINDS, KIND_MISSING),
  /** A link to the profile, or words that identify a picture or text. */
  place: writtenText(PLACE_MISSING, NOTICE_PLACE_MAX),
  /** Where the owner of the content is known. */
  username: orEmpty(z.string().check(z.trim(), lengthLimit(USERNAME_MAX, "No username is that long"))),
  details: writtenText(DETAILS_MISSING, NOTICE_DETAILS_MAX).check(
    z.minLength(NOTICE_DETAILS_MIN, `Please use at least ${NOTICE_DETAILS_MIN} characters`),
  ),
  name: orEmpty(senderName),
  email: orEmpty(email),
  /** For an intimate picture: the sender is in it, or acts for the person who is. */
  isAuthorized: z.optional(z.boolean()),
  /** The sender believes in good faith that all of it is true. The law asks for this sentence. */
  isGoodFaith: z.boolean(CONFIRMATION_MISSING).check(z.refine((given) => given, CONFIRMATION_MISSING)),
};

interface Known {
  readonly kind: NoticeKind;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly isAuthorized?: boolean | undefined;
}

const isObject = ({ value }: { value: unknown }): boolean => typeof value === "object" && value !== null;

const demand = (path: keyof Known, error: string, isGiven: (notice: Known) => boolean) =>
  z.refine<Known>(isGiven, { error, path: [path], when: isObject });

export const noticeChecks = [
  demand("name", "Name is required", ({ kind, name }) => kind === "minor" || Boolean(name)),
  demand("email", "Email is required", ({ kind, email: address }) => kind === "minor" || Boolean(address)),
  demand(
    "isAuthorized",
    CONFIRMATION_MISSING,
    ({ kind, isAuthorized }) => kind !== "intimate" || Boolean(isAuthorized),
  ),
] as const;

export const noticeForm = z.object(noticeFields).check(...noticeChecks);
