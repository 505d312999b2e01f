/** The numbers of the database's advisory locks. Any fixed numbers that differ will do. */
export const ADVISORY_LOCKS = {
  /** Processes that start at once migrate in turn. */
  migration: 4_000_417,
  /** Two imports at once take turns. */
  load: 4_000_418,
  /** Every serving process holds this one shared, so that a process knows whether it is alone. */
  alive: 4_000_419,
} as const;
