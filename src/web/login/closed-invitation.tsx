import type { InvitationState } from "#domain/invitations/invitation.ts";
import { BRAND } from "#web/lib/brand.ts";
import { PATHS } from "#web/paths.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import type { Visitor } from "./open-invitation.tsx";

type Closed = Exclude<InvitationState, "open"> | "unknown";

const WORDS: Record<Closed, { title: string; text: string; leadsIn: boolean }> = {
  used: {
    title: "This invitation has been used",
    text: "Each invitation works once. If you accepted it, please sign in.",
    leadsIn: true,
  },
  "already-in": {
    title: "You already have access",
    text: "There's nothing left to accept.",
    leadsIn: true,
  },
  expired: {
    title: "This invitation has expired",
    text: "Please ask the person who invited you for a new one.",
    leadsIn: false,
  },
  ended: {
    title: "This invitation was withdrawn",
    text: "If you think this is a mistake, please ask the person who invited you.",
    leadsIn: false,
  },
  "works-for-company": {
    title: `You work for ${BRAND.companyName}`,
    text: "One person can't act for both sides, so you can't join a client's organization. Ask an owner to remove your role first, or to invite another email of yours.",
    leadsIn: true,
  },
  "belongs-to-client": {
    title: `You are a client of ${BRAND.companyName}`,
    text: "One person can't act for both sides, so you can't work for the company with this email. Ask to be removed from your organization first, or to be invited with another email of yours.",
    leadsIn: true,
  },
  "inactive-organization": {
    title: "This organization is no longer active",
    text: "No one can join it at the moment. Please ask the person who sent you the document.",
    leadsIn: false,
  },
  unknown: {
    title: "This link doesn't work",
    text: "The link is incomplete, or a newer invitation has replaced it. Please open the link in the newest email from us, or copy all of it.",
    leadsIn: false,
  },
};

/** Why an invitation cannot be accepted, and where to go on. */
export function ClosedInvitation({ state, visitor }: { state: Closed; visitor: Visitor }) {
  const { title, text, leadsIn } = WORDS[state];
  const look = { tone: "primary", size: "lg", isWide: true } as const;
  return (
    <>
      <h1 className="text-balance font-semibold font-text text-2xl">{title}</h1>
      <p className="mt-2 text-pretty text-ink-soft">{text}</p>
      {visitor ? (
        <a
          href={visitor.profile?.adminRole ? PATHS.admin : PATHS.dashboard}
          className={buttonClass(look, "mt-6")}
        >
          Open the portal
        </a>
      ) : leadsIn ? (
        <ButtonLink to={PATHS.login} {...look} className="mt-6">
          Sign in
        </ButtonLink>
      ) : null}
    </>
  );
}
