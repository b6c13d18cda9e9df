import { useRef } from "react";
import { newId } from "#web/lib/new-id.ts";

/** The same for the same content, so that a retry does not send a form twice. */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef({ content: "", key: "" });
  return (content) => {
    const now = JSON.stringify(content);
    if (last.current.content !== now) last.current = { content: now, key: newId() };
    return last.current.key;
  };
}
