export const SHORTEST_PASSWORD = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Apart from the shapes, because pages for clients load no zod. */
export const MAX_PASSKEY_NAME_LENGTH = 60;
