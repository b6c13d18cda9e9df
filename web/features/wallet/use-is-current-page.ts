import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/**
 * Tells whether what asks is still on the page, and nobody is on their way to another one that is just being loaded: an
 * answer that comes late leads nobody away.
 */
export function useIsCurrentPage(): () => boolean {
  const here = useRef(true);
  const leaving = useRef(false);
  const { state } = useNavigation();
  useEffect(() => {
    leaving.current = state !== "idle";
  }, [state]);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current && !leaving.current;
}
