/** Where staff load an image of a case. It answers to their cookie only. */
export const imageUrl = (caseId: string, key: string): string => `/api/moderation/cases/${caseId}/images/${key}`;
