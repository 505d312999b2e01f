import { PATHS } from "#web/paths.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

export function UnverifiedWarning({ isAnotherOrgVerified }: { isAnotherOrgVerified: boolean }) {
  return (
    <Notice
      tone="warning"
      action={isAnotherOrgVerified ? <TextLink to={PATHS.profile}>Go to your profile</TextLink> : null}
    >
      Your current organization is not active, most features will be disabled while we confirm your details.
      {isAnotherOrgVerified ? " You can change your organization from your profile." : ""}
    </Notice>
  );
}
