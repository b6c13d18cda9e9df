import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** A late response must not navigate away from another page. */
export function useIsCurrentPage(): () => boolean {
  const isMounted = useRef(true);
  const isNavigating = useRef(false);
  const { state } = useNavigation();
  useEffect(() => {
    isNavigating.current = state !== "idle";
  }, [state]);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current && !isNavigating.current;
}
