import { canonicalJson } from "../canonical-json.ts";
import { withoutImageSizes } from "../page/images.ts";
import type { DocumentSnapshot, UniqueDocument } from "./unique-document.ts";

/** The first field of a sent document that differs from the stored one. The status is judged separately. */
export function findChangedField(
  told: UniqueDocument,
  sent: Partial<UniqueDocument>,
): keyof UniqueDocument | null {
  const fields = Object.keys(sent) as (keyof UniqueDocument)[];
  const changed = fields.find(
    (field) => field !== "status" && comparable(field, told) !== comparable(field, sent),
  );
  return changed ?? null;
}

function comparable(field: keyof UniqueDocument, document: Partial<UniqueDocument>): string {
  if (field === "documentSnapshots") return canonicalJson(document.documentSnapshots?.map(withoutLink));
  if (field === "puckState" && document.puckState) {
    return canonicalJson(withoutImageSizes(document.puckState));
  }
  return canonicalJson(document[field]);
}

/** Every answer has another link to the PDF of a snapshot. */
function withoutLink({ status, createdAt }: DocumentSnapshot) {
  return { status, createdAt };
}
