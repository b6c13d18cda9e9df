/** '3', '99+' */
export const formatBadge = (count: number): string => (count > 99 ? "99+" : String(count));
