/** An address of a mailbox as a person types it. Blank text passes: each form has its own words for that. */
export const EMAIL_PATTERN = /^\s*(?:[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+)?\s*$/;
