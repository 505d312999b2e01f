import { addOwnIssuer, changeOwnIssuer, listOwnIssuers, removeOwnIssuer } from "#contract/single-sign-on.ts";
import type { Id } from "#domain/id.ts";
import { BRAND } from "../lib/brand.ts";
import { call, type Input } from "../lib/call.ts";
import { useCached, useCall } from "../lib/use-call.ts";
import { IssuerList } from "../security/issuer-list.tsx";
import { Card, CardHeading } from "../ui/card.tsx";

/** The single sign-on of the active organization, for all of its members. */
export function OwnIssuersCard({ mayAdd, mayRemove }: { mayAdd: boolean; mayRemove: boolean }) {
  const cached = useCached();
  const refetch = () => cached.refetch(listOwnIssuers);
  const add = async (body: Input<typeof addOwnIssuer>["body"]) => {
    await call(addOwnIssuer, { body });
    await refetch();
  };
  const change = async (id: Id, body: Input<typeof changeOwnIssuer>["body"]) => {
    await call(changeOwnIssuer, { params: { id }, body });
    await refetch();
  };
  const remove = async (id: Id) => {
    await call(removeOwnIssuer, { params: { id } });
    await refetch();
  };
  return (
    <Card className="mt-6" aria-labelledby={HEADING_ID}>
      <CardHeading id={HEADING_ID}>Single sign-on</CardHeading>
      <div className="space-y-4 p-5">
        <IssuerList
          answer={useCall(listOwnIssuers, {})}
          organization="your organization"
          empty={`Your people sign in to ${BRAND.productName} with a password or passkey. With single sign-on they can use the account that they have at work.`}
          addition={{
            label: "Set up single sign-on",
            note: "Everyone whom your provider signs in as a member of your organization can then open what that member can open here.",
          }}
          add={mayAdd ? add : null}
          change={mayAdd ? change : null}
          remove={mayRemove ? remove : null}
        />
        {mayAdd ? null : (
          <p className="text-ink-faint text-sm">
            Only members who may accept and sign for your organization can set this up.
          </p>
        )}
      </div>
    </Card>
  );
}

const HEADING_ID = "single-sign-on-heading";
