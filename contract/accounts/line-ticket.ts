/**
 * Requests that check or set a password wait in line while many come at once. A client that names a random ticket in
 * this header can ask for its place meanwhile.
 */
export const LINE_TICKET_HEADER = "spotter-line-ticket";
