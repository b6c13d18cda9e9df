/** Replaces the name of a member who deleted their account. */
export const DELETED_MEMBER = "Deleted member";

/** The order of the two members does not matter. */
export const conversationIdOf = (a: string, b: string): string => (a < b ? `${a}_${b}` : `${b}_${a}`);

/** Undefined if `me` is not in the conversation. */
export function otherMemberId(conversationId: string, me: string): string | undefined {
  const [a, b] = conversationId.split("_");
  return me === a ? b : me === b ? a : undefined;
}
