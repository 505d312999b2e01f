import { Exact } from "#blocks/exact.tsx";
import { BRAND } from "#web/lib/brand.ts";
import type { Person } from "#web/lib/use-person.ts";
import { documentListPath, PATHS } from "#web/paths.ts";
import { Card, CardHeading, EmptyState } from "#web/ui/card.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ExternalLink, TextLink } from "#web/ui/text-link.tsx";

/** The dashboard while the organization is not active: not yet, or not any more. */
export function InactiveOrganization({ person }: { person: Person }) {
  const { organizations, activeOrganization, isAnotherOrgVerified } = person;
  if (organizations?.length === 0) return <NoOrganization />;
  if (activeOrganization?.isDeactivated) {
    return (
      <>
        <DeactivatedNotice isAnotherOrgVerified={isAnotherOrgVerified} />
        <StillReadable />
      </>
    );
  }
  return (
    <>
      <UnverifiedWarning isAnotherOrgVerified={isAnotherOrgVerified} />
      <NextSteps />
    </>
  );
}

function NoOrganization() {
  return (
    <Card>
      <EmptyState title="You're not a member of an organization yet.">
        Ask your contact at <Exact>{BRAND.companyName}</Exact>, or a colleague who uses the portal, to add
        you. Then your documents, work orders and invoices appear here.
      </EmptyState>
    </Card>
  );
}

type Another = { isAnotherOrgVerified: boolean };

function DeactivatedNotice({ isAnotherOrgVerified }: Another) {
  return (
    <Notice
      tone="warning"
      title="Your organization is no longer active."
      action={isAnotherOrgVerified ? <TextLink to={PATHS.profile}>Go to your profile</TextLink> : null}
    >
      <Exact>{BRAND.companyName}</Exact> has deactivated it. You can still read what you accepted, and your
      invoices. You can't accept, decline or change anything.
      {isAnotherOrgVerified ? " You can change your organization from your profile." : ""}
    </Notice>
  );
}

const READABLE = [
  { label: "Accepted proposals", path: documentListPath("PROPOSAL") },
  { label: "Accepted scopes of work", path: documentListPath("SCOPE_OF_WORK") },
  { label: "Agreements & Legal", path: documentListPath("LEGAL_DOCUMENT") },
  { label: "Invoices", path: PATHS.invoices },
];

/** What the people of a deactivated organization can still read. */
function StillReadable() {
  return (
    <Card aria-labelledby="still-readable" className="mt-6">
      <CardHeading id="still-readable">What you can still read</CardHeading>
      <ul className="divide-y divide-line">
        {READABLE.map(({ label, path }) => (
          <li key={path} className="px-5 py-3">
            <TextLink to={path}>{label}</TextLink>
          </li>
        ))}
      </ul>
      <p className="border-line border-t px-5 py-4 text-ink-soft">
        Weren't expecting this? Ask your contact at{" "}
        <ExternalLink href={BRAND.companySite}>
          <Exact>{BRAND.companyName}</Exact>
        </ExternalLink>
        .
      </p>
    </Card>
  );
}

function UnverifiedWarning({ isAnotherOrgVerified }: Another) {
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

const STEPS = [
  {
    title: "We check your details",
    text: "We compare your organization's name and people with our records.",
  },
  { title: "We activate your organization", text: "There's nothing you need to do." },
  {
    title: "You see your documents",
    text: "Proposals, agreements, work orders and invoices appear here, and you can accept what we send you.",
  },
];

/** What an organization that is not active yet waits for. */
function NextSteps() {
  return (
    <Card aria-labelledby="next-steps" className="mt-6">
      <CardHeading id="next-steps">What happens next</CardHeading>
      <ol className="grid gap-6 p-5 md:grid-cols-3">
        {STEPS.map(({ title, text }, place) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-brand-soft font-semibold text-brand text-sm"
            >
              {place + 1}
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-pretty text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="border-line border-t px-5 py-4 text-ink-soft">
        Taking longer than expected? Contact{" "}
        <ExternalLink href={BRAND.companySite}>
          <Exact>{BRAND.companyName}</Exact>
        </ExternalLink>
        .
      </p>
    </Card>
  );
}
