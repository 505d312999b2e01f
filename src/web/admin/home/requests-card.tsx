import { displayName } from "#domain/account/user-profile.ts";
import type { Home } from "#domain/home/home.ts";
import { PERMISSION_LABELS } from "#domain/permissions/managed-people.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { organizationPath, REQUESTS_PATH } from "../ui/organization-path.ts";
import { NeedCard } from "./need-card.tsx";
import { NeedRow } from "./need-row.tsx";

/** The people whom clients want to work with in the portal, oldest request first. */
export function RequestsCard({ part: { total, rows } }: { part: Home["requests"] }) {
  return (
    <NeedCard title="Requests to answer" total={total} list={{ to: REQUESTS_PATH, label: "All requests" }}>
      {rows.map((row) => (
        <NeedRow
          key={row.organizationPermissionRequestId}
          title={
            <TextLink to={`${organizationPath(row.organizationId)}?tab=People`}>
              {displayName(row.userDetails)}
            </TextLink>
          }
          aside={<span className="text-ink-soft text-sm">{PERMISSION_LABELS[row.permissionType]}</span>}
        >
          For <bdi translate="no">{row.organizationName}</bdi>
          {row.requestedByName ? (
            <>
              , asked by <bdi translate="no">{row.requestedByName}</bdi>
            </>
          ) : null}{" "}
          on <DateText iso={row.requestedAt} />
        </NeedRow>
      ))}
    </NeedCard>
  );
}
