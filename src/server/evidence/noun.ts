import { PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import type { ScopeRole } from "../db/roles.ts";
import type { Noun } from "../noun.ts";
import { add, change, EVERY_ROW, MEMBER_ROLES, partOf, type Rule, see, setting } from "../rls/row-rules.ts";

const CHAINS_OF_PERSON = `chain = '${PORTAL_CHAIN}' or chain in (select counterpart_organizations_of_person())`;
/** The end of a chain is read, added and moved by all who add evidence. */
const endsOf = (roles: readonly ScopeRole[], rows: string): Rule[] => [
  see(roles, rows),
  add(roles, rows),
  change(roles, rows, ["position", "head"]),
];

export const noun: Noun = {
  rows: {
    evidence_events: [
      see(MEMBER_ROLES, `chain = ${setting("organization_id")}`),
      add(MEMBER_ROLES, `chain = ${setting("organization_id")}`),
      see(["person"], CHAINS_OF_PERSON),
      add(["person"], CHAINS_OF_PERSON),
      see(
        ["visitor"],
        `${partOf("unique_documents", "unique_document_id", "subject_id")} or subject_id = ${setting("key")}`,
      ),
      add(["visitor"], `chain = '${PORTAL_CHAIN}'`),
      see(["admin", "worker", "portal"], EVERY_ROW),
      add(["admin", "worker", "portal"], EVERY_ROW),
    ],
    evidence_heads: [
      ...endsOf(["member", "writer"], `chain = ${setting("organization_id")}`),
      ...endsOf(["person"], CHAINS_OF_PERSON),
      ...endsOf(["visitor"], `chain = '${PORTAL_CHAIN}'`),
      ...endsOf(["admin", "worker", "portal"], EVERY_ROW),
    ],
  },
};
