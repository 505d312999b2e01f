import { Exact } from "#blocks/exact.tsx";
import { confirmSignature } from "#contract/agreements.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { ConfirmPage } from "#web/ui/confirm-page.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";

/** The target of the link in the mail to a visitor who has signed. */
export function ConfirmSignaturePage() {
  return (
    <ConfirmPage
      title="Confirm your email address"
      text={`You signed a document of ${BRAND.companyName}. Please confirm that the email address you gave is yours.`}
      failureTitle="Your address wasn't confirmed"
      failureNote="Your signature is still valid."
      onConfirm={async (token) => {
        const { userEmail, emailConfirmedAt } = await call(confirmSignature, { body: { token } });
        return {
          title: "Thank you, your address is confirmed",
          text: (
            <>
              <Exact>{userEmail}</Exact> was confirmed at <DateTimeText iso={emailConfirmedAt} />. There is
              nothing else to do.
            </>
          ),
          next: { href: BRAND.companySite, label: `Return to ${BRAND.companyName}` },
        };
      }}
    />
  );
}
