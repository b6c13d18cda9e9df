/** Why a command of an operator's was not done, in words for them. Nothing has changed. */
export class Refusal extends Error {}
