import { useEffect, useRef } from "react";

/** Tells whether what asks is still on the page: an answer that comes late leads nobody away from another one. */
export function useIsHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
