/** The same words are said once: again only after so many milliseconds of silence. */
const SILENCE_MS = 5000;

let said = "";
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function put(words: string): void {
  said = words;
  for (const listener of listeners) listener();
}

/** What a screen reader is told of what has just happened; empty where there is nothing new. */
export const newsSaid = {
  read: (): string => said,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Tells a screen reader. */
export function sayNews(words: string): void {
  put(words);
  clearTimeout(timer);
  timer = setTimeout(() => put(""), SILENCE_MS);
}
