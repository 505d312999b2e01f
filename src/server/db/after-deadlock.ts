import { codeOf, hasCause } from "../causes.ts";

const DEADLOCK = "40P01";
const MOST_TRIES = 3;

/**
 * Runs a transaction again that the database undid because it and another one waited for each other. Nothing of it was
 * kept, and the other one has its locks now.
 */
export async function afterDeadlock<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries === MOST_TRIES || !hasCause(error, (cause) => codeOf(cause) === DEADLOCK)) throw error;
    }
  }
}
