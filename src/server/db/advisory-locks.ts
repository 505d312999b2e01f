/** The numbers of the database's advisory locks. Any fixed numbers that differ will do. */
export const ADVISORY_LOCKS = {
  /** Processes that start at once migrate in turn. */
  migration: 4_000_417,
  /** Two imports at once take turns. */
  load: 4_000_418,
  /** Every serving process holds this one shared, so that a process knows whether it is alone. */
  alive: 4_000_419,
  /** Imports of CSV files take turns. */
  csvImport: 4_000_422,
  /** New work orders take their numbers in turn. */
  workOrderNumbers: 4_000_420,
  /** Editors who replace the General Terms and Conditions take turns. */
  generalTerms: 4_000_423,
  /** With its own number as the second key: every serving process holds one, so that others know when it is dead. */
  process: 4_000_421,
} as const;
