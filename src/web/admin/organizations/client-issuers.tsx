import { addIssuerFor, changeIssuer, listIssuersOf, removeIssuer } from "#contract/admin/single-sign-on.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { IssuerList } from "#web/security/issuer-list.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";

/** The single sign-on of a client's people, for owners. */
export function ClientIssuers({ organization }: { organization: ManagedOrganization }) {
  const { organizationId, organizationName } = organization;
  const cached = useCached();
  const params = { id: organizationId };
  const refetch = () => cached.refetch(listIssuersOf);
  return (
    <Card aria-labelledby={HEADING_ID}>
      <CardHeading id={HEADING_ID}>Single sign-on</CardHeading>
      <div className="space-y-4 p-5">
        <IssuerList
          answer={useCall(listIssuersOf, { params })}
          organization={organizationName}
          empty="Its people sign in with a password or passkey. They can set up single sign-on at Permissions, or you can do it for them."
          addition={{
            label: "Set up for this client",
            note: `The people who decide for ${organizationName} get an email about it at once. It signs people in after 24 hours, so that they can object.`,
          }}
          add={async (body) => {
            await call(addIssuerFor, { params, body });
            await refetch();
          }}
          change={async (id, body) => {
            await call(changeIssuer, { params: { id }, body });
            await refetch();
          }}
          remove={async (id) => {
            await call(removeIssuer, { params: { id } });
            await refetch();
          }}
        />
      </div>
    </Card>
  );
}

const HEADING_ID = "single-sign-on";
