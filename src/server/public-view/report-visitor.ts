import { change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { countVisitor } from "../openings/count-opening.ts";
import { readInScope } from "../wall/in-scope.ts";
import { withScope } from "../wall/scoped-db.ts";
import { findSharedDocument } from "./queries.ts";

/** Counts that somebody opened the public view of a document; nothing about them is read or stored. */
export async function reportVisitor(deps: Deps, uniqueDocumentId: string): Promise<void> {
  const shared = await readInScope(deps.database, { role: "visitor" }, (db) =>
    findSharedDocument(db, uniqueDocumentId, deps.clock()),
  );
  if (!shared) return;
  const { organizationId } = shared;
  await change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx, at, record }) => {
    const times = await countVisitor(tx, { uniqueDocumentId, organizationId, what: "page" }, at);
    if (times > 1) return;
    await record({ action: "document.visit", subjectId: uniqueDocumentId, organizationId, details: {} });
    await deps.live.publish(tx, { company: true }, { kind: "document", id: uniqueDocumentId });
  });
}
