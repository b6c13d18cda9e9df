/** Adds a `<link>` to the page. */
export const addLink = (properties: Partial<HTMLLinkElement>): void =>
  document.head.append(Object.assign(document.createElement("link"), properties));
