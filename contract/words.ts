/** `plural(2, "crush", "crushes")` is 'crushes'. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** '1 crush', '3 crushes' */
export const counted = (count: number, one: string, many: string): string => `${count} ${plural(count, one, many)}`;

/** '3 crushes', and from `most` on, where counting has stopped, '200+ crushes' */
export const countedUpTo = (count: number, most: number, one: string, many: string): string =>
  count >= most ? `${most}+ ${many}` : counted(count, one, many);

/** 'one', '2', '3' */
export const spelled = (count: number): string => plural(count, "one", String(count));

/** '1 crush', '2 crushes' */
export const formatCrushes = (crushes: number): string => counted(crushes, "crush", "crushes");

/** 'one crush', '2 crushes' */
export const spellCrushes = (crushes: number): string => `${spelled(crushes)} ${plural(crushes, "crush", "crushes")}`;

/** 'one credit', '2 credits' */
export const spellCredits = (credits: number): string => `${spelled(credits)} ${plural(credits, "credit", "credits")}`;

/** For a sentence that goes on within another. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
