import type { ListedGeneralDocument } from "#domain/agreements/managed-general-document.ts";
import { Badge, type BadgeStatus } from "#web/ui/badge.tsx";

const LOOKS: Record<ListedGeneralDocument["status"], BadgeStatus> = {
  DRAFT: "DRAFT",
  PUBLISHED: "ACTIVE",
  RETIRED: "ARCHIVED",
};

export function DocumentBadge({ status }: Pick<ListedGeneralDocument, "status">) {
  return <Badge status={LOOKS[status]} label={status} />;
}
