/** Any number; a backup holds it while it copies the files that its snapshot names: none may be taken away meanwhile. */
export const FILES_HELD = 7_768_840;
