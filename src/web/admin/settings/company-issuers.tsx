import {
  addCompanyIssuer,
  changeIssuer,
  listCompanyIssuers,
  removeIssuer,
} from "#contract/admin/single-sign-on.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { IssuerList } from "#web/security/issuer-list.tsx";
import { SettingsSection } from "./company-fields.tsx";
import { IssuerRequirement } from "./issuer-requirement.tsx";

/** The single sign-on of the company's own people, for owners. */
export function CompanyIssuers() {
  const cached = useCached();
  const refetch = () => cached.refetch(listCompanyIssuers);
  return (
    <div className="mt-6">
      <SettingsSection
        title="Single sign-on"
        text="Your colleagues sign in with the account that they have at work. Clients set up their own."
      >
        <IssuerList
          answer={useCall(listCompanyIssuers, {})}
          empty="Your colleagues sign in with a password or passkey. With single sign-on they can use the account that they have at work."
          addition={{
            label: "Set up single sign-on",
            note: "The sign-in page then has a button for it. The other owners get an email.",
          }}
          add={async (body) => {
            await call(addCompanyIssuer, { body });
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
          more={(issuer) => <IssuerRequirement issuer={issuer} onChange={refetch} />}
        />
      </SettingsSection>
    </div>
  );
}
