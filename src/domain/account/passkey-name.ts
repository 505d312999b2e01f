/** Apart from the shapes, because pages for clients load no zod. */
export const LONGEST_PASSKEY_NAME = 60;
