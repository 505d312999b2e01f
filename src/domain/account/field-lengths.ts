export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;

/** Apart from the shapes, because pages for clients load no zod. */
export const LONGEST_PASSKEY_NAME = 60;
