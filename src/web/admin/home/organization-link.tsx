import type { Id } from "#domain/id.ts";
import { TextLink } from "#web/ui/text-link.tsx";
import { organizationPath } from "../ui/organization-path.ts";

type OrganizationLinkProps = { organizationId: Id; organizationName: string };

export function OrganizationLink({ organizationId, organizationName }: OrganizationLinkProps) {
  return (
    <TextLink to={organizationPath(organizationId)}>
      <bdi translate="no">{organizationName}</bdi>
    </TextLink>
  );
}
