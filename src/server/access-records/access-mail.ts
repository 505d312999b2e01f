import type { ActorSide } from "#domain/access-records/access-record.ts";
import { unlinkedName } from "#domain/account/person-name-fault.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";
import type { AccessEvent } from "./access-event.ts";

/** One event as its mail describes it. */
export type DescribedEvent = Pick<
  AccessEvent,
  "kind" | "person" | "permissionType" | "previousPermissionType" | "isRemovedForGood" | "issuer"
> & {
  actor: { name: string | null; side: ActorSide };
  organizationName: string;
};

const RIGHTS: Record<PermissionType, string> = { read: "read", write: "read and accept" };

/** Longer lists end with a number. */
const MAX_SENTENCES = 20;

type AccessNotice = {
  sentences: readonly string[];
  /** Null: of several organizations. */
  organizationName: string | null;
  isOwn: boolean;
  /** Null: it is about several people, or about single sign-on. */
  person: AccessEvent["person"] | null;
};

/** The mail to the writers of an organization, and to the person, about a change of access. */
export function composeAccessNotice(
  brand: MailBrand,
  publicUrl: string,
  { sentences, organizationName, isOwn, person }: AccessNotice,
): ComposedMail {
  const where = organizationName ?? "your organizations";
  const left = sentences.length - MAX_SENTENCES;
  const whom = isOwn || person === null ? "your colleagues" : unlinkedName(person.name) || person.email;
  return composeMail(brand, {
    subject: `Access to ${where} at ${brand.companyName} was changed`,
    heading: `Access to ${where} was changed`,
    paragraphs: [
      ...sentences.slice(0, MAX_SENTENCES),
      ...(left > 0 ? [`${left} more changes aren't listed here.`] : []),
      `If you didn't expect this, please ${isOwn ? "tell" : "ask"} ${whom} and ${brand.companyName} at once.`,
    ],
    button: { label: "See who has access", href: `${publicUrl}/permissions` },
  });
}

/**
 * "Noah Castellan of Ember & Oak invited Ada Byron (ada@…) to Harbour, to read and accept." Only mails, which can be
 * erased later, name the email, and neither medium names a new one.
 */
export function describeAccess(
  company: string,
  event: DescribedEvent,
  medium: "mail" | "notification",
): string {
  const { kind, person, actor, organizationName: where } = event;
  const by = actorName(company, actor, medium);
  const who = event.isRemovedForGood ? "a person" : nameOf(person, medium);
  const may = event.permissionType ? RIGHTS[event.permissionType] : "";
  if (kind === "invite") return `${by} invited ${who} to ${where}, to ${may}.`;
  if (kind === "withdraw") return `${by} withdrew the invitation of ${who} to ${where}.`;
  if (kind === "grant") {
    const isImport = actor.side === "import";
    return isImport
      ? `${by} gave ${who} access to ${where}, to ${may}.`
      : `${by} had invited ${who}, who has joined ${where} and may ${may}.`;
  }
  if (kind === "change")
    return `${by} changed what ${who} may do for ${where}: from “${before(event)}” to “${may}”.`;
  if (kind === "remove" && actor.side === "self") return `${who} left ${where}.`;
  if (kind === "remove") return `${by} removed the access of ${who} to ${where}.`;
  if (kind === "request-email" || kind === "change-email") return describeNewEmail(by, who, kind);
  if (kind === "add-issuer" || kind === "remove-issuer") return describeIssuer(by, event);
  if (kind === "lift-hold") return `${by} confirmed ${who}, who may decide for ${where} at once.`;
  return `${by} reset the two-step sign-in of ${who} and signed them out everywhere.`;
}

function describeIssuer(by: string, event: DescribedEvent): string {
  const { kind, issuer, actor, organizationName: where } = event;
  if (kind === "remove-issuer")
    return `${by} removed the single sign-on of ${where} at ${issuer}. Its sign-ins have ended.`;
  if (actor.side === "organization")
    return `${by} set up single sign-on for ${where}: ${issuer} signs its people in now.`;
  return (
    `${by} set up single sign-on for ${where}: ${issuer} signs its people in from tomorrow on. ` +
    "Until then, anyone who may accept can remove it under “Single sign-on”."
  );
}

function describeNewEmail(by: string, who: string, kind: "request-email" | "change-email"): string {
  return kind === "request-email"
    ? `${by} requested a new sign-in email for ${who}. The old one works until the new one is confirmed.`
    : `${by} had requested a new sign-in email for ${who}. It is confirmed and works now.`;
}

/** The same to the person themself; null: another mail reports it. */
export function describeOwnAccess(company: string, event: DescribedEvent): string | null {
  const { kind, actor, organizationName: where } = event;
  if (event.isRemovedForGood || actor.side === "self") return null;
  const by = actorName(company, actor, "mail");
  const may = event.permissionType ? RIGHTS[event.permissionType] : "";
  if (kind === "change")
    return `${by} changed what you may do for ${where}: from “${before(event)}” to “${may}”.`;
  if (kind === "remove") return `${by} removed your access to ${where}.`;
  if (kind === "request-email")
    return `${by} requested a new email for your sign-in. Your old one works until the new one is confirmed.`;
  if (kind === "lift-hold") return `${by} confirmed you, and you may decide for ${where} at once.`;
  return null;
}

/** An import of many people is described by their number. */
export function describeMany(company: string, events: readonly DescribedEvent[]): string {
  return `${company} changed the access of ${events.length} people to ${events[0]?.organizationName}.`;
}

const before = ({ previousPermissionType }: DescribedEvent) => RIGHTS[previousPermissionType ?? "read"];

function nameOf({ name, email }: AccessEvent["person"], medium: "mail" | "notification"): string {
  if (medium === "notification") return name || "a person";
  return name === "" ? email : `${unlinkedName(name)} (${email})`;
}

function actorName(company: string, actor: DescribedEvent["actor"], medium: "mail" | "notification"): string {
  const { side } = actor;
  const name = actor.name && medium === "mail" ? unlinkedName(actor.name) : actor.name;
  if (side === "operator") return "The operator of the portal";
  if (side === "organization" || side === "self") return name ?? "A member";
  return name === null ? company : `${name} of ${company}`;
}
