/*
 * Part of React's chunk. The bundler runs a package in the old module format when it is first imported, which would be in
 * the same task as everything else that starts.
 */
import "#web/lib/wake-react.ts";
import "react-dom/client";
