import type { Tx } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Deps, TokenSubject } from "../deps.ts";
import { BEGIN_READ, scopeStatements, transactionOn, withNamedStatements } from "../rls/in-scope.ts";
import type { Scope } from "../rls/scope.ts";
import { type KnownPerson, readPerson } from "./read-person.ts";

/** The caller in the transaction's snapshot, and the function that enters the scope of their gate. */
export type ReadContext = { known: KnownPerson | null; enter: (scope: Scope) => Tx };

/**
 * Reads for a caller in one transaction and one snapshot, so a removal comes entirely before or after the answer.
 * Before `enter` the transaction reaches no record. The driver pipelines: the person is queried with `begin` and the
 * first records with the scope, and a failed statement fails all after it.
 */
export async function readAsCaller<Result>(
  { database, clock }: Pick<Deps, "database" | "clock">,
  subject: TokenSubject | null,
  run: (context: ReadContext) => Promise<Result>,
): Promise<Result> {
  return inTransaction(await database.readers(), async (client) => {
    const begun = client.query(BEGIN_READ);
    const [known] = await Promise.all([subject && readPerson(client, subject, clock()), begun]);
    const enter = (scope: Scope) => {
      client.query(scopeStatements(scope)).catch(() => undefined);
      return transactionOn(withNamedStatements(client, scope));
    };
    return run({ known, enter });
  });
}
