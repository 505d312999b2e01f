import { displayName } from "#domain/account/user-profile.ts";
import type { OwnSignature } from "#domain/agreements/general-document.ts";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** Replaces the form for a person who has already signed this text. */
export function AlreadySigned({ signature }: { signature: OwnSignature }) {
  const { userFirstName: firstName, userLastName: lastName, userEmail: email } = signature;
  const behalf = signature.organizationName === null ? "" : ` on behalf of ${signature.organizationName}`;
  return (
    <Notice tone="success" title="Nothing is left to do">
      <p>
        {displayName({ firstName, lastName, email })} ({email}) has already signed this document{behalf}.
      </p>
      <p className="mt-2 text-sm">
        Signed at <DateTimeText iso={signature.signedAt} />
      </p>
    </Notice>
  );
}
