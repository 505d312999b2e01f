import { getMailSetup } from "#contract/admin/settings.ts";
import { mailFault } from "#domain/settings/mail-setup.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { TEST_EMAIL_PATH } from "../ui/paths.ts";

/** Says above every screen of the company that no email reaches people yet, until one does. */
export function MailNotice() {
  const { data } = useCall(getMailSetup, {});
  const fault = data ? mailFault(data) : null;
  if (!data || fault === null) return null;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-4 sm:px-6">
      {fault === "no-server" ? (
        <Notice tone="warning" title="Emails don't leave this portal">
          No mail server is configured, so your clients and colleagues get no email. Set MAIL_URL and
          MAIL_FROM in the configuration of the server, and start the portal again.
        </Notice>
      ) : (
        <Notice tone="warning" title="No email has been sent yet">
          {data.lastFailure === null
            ? `The mail server ${data.server} hasn't been tried. `
            : `The mail server ${data.server} didn't accept the last one. Check MAIL_URL and MAIL_FROM in the configuration of the server. `}
          <TextLink to={TEST_EMAIL_PATH}>Send a test email</TextLink>
        </Notice>
      )}
    </div>
  );
}
