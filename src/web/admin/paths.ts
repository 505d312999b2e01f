/** Every address of the company's side, below /admin. */
export const ADMIN_PATHS = {
  people: "/people",
} as const;
