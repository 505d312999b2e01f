import type { ReactNode } from "react";
import { getOrganization } from "#contract/admin/organizations.ts";
import { Id } from "#domain/id.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import type { ComboChoice } from "./combo-field.tsx";

type RequestedOrganizationProps = { children: (organization: ComboChoice | null) => ReactNode };

/** The form of a new record for the organization that the address names; null: for one that its author chooses. */
export function RequestedOrganization({ children }: RequestedOrganizationProps) {
  const [parameters] = useSearchParams();
  const id = Id.safeParse(parameters.get("organizationId")).data;
  const { data, error } = useCall(getOrganization, id === undefined ? null : { params: { id } });
  if (id !== undefined && !data && !error)
    return (
      <Loading label="Loading the form">
        <Skeleton className="h-96 w-full rounded-lg" />
      </Loading>
    );
  return children(data ? { id: data.organizationId, name: data.organizationName } : null);
}
