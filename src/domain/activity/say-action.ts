/** What the timeline tells apart, and what a filter calls it. */
export const ACTIVITY_KINDS = {
  opened: "Opened",
  decisions: "Decisions and signatures",
  documents: "Documents",
  work: "Work orders",
  invoices: "Invoices",
  mails: "Emails",
  people: "People",
  organizations: "Organizations",
  portal: "Catalogue and settings",
} as const;
export type ActivityKind = keyof typeof ACTIVITY_KINDS;
export const KIND_NAMES = Object.keys(ACTIVITY_KINDS) as [ActivityKind, ...ActivityKind[]];

/** What somebody did, as it reads behind their name, by kind. */
const PHRASES: Record<ActivityKind, Readonly<Record<string, string>>> = {
  opened: {
    "document.open": "opened a document for the first time",
    "document.reopen": "opened a document again",
    "document.download": "opened the PDF of a document",
    "document.take-evidence": "downloaded the evidence bundle of a document",
    "document.visit": "opened a shared document, as the first visitor",
  },
  decisions: {
    "agreement.confirm": "confirmed the email address of a signature",
    "agreement.sign": "signed an agreement",
    "document.approve": "accepted a document",
    "document.decline": "declined a document",
    "work-order.choose": "chose optional work",
  },
  documents: {
    "agreement.ask": "asked people to sign a general document again",
    "agreement.take-evidence": "downloaded the evidence bundle of a signature",
    "agreement.copy": "made the PDF of a signed agreement",
    "agreement.discard-draft": "threw the draft of a general document away",
    "agreement.draft": "wrote a draft of a general document",
    "agreement.make-terms": "made a document the General Terms and Conditions",
    "agreement.publish": "published a general document",
    "agreement.restore": "brought a general document back",
    "agreement.retire": "retired a general document",
    "document.add": "added a document",
    "document.archive": "archived a document",
    "document.change": "changed a document",
    "document.delete": "deleted a document",
    "document.duplicate": "copied a document",
    "document.edit": "changed the page of a document",
    "document.fill": "filled in variables of a document",
    "document.new-version": "began a new version of a document",
    "document.recall": "recalled a document",
    "document.restore": "restored an earlier version of a document",
    "document.send": "sent a document to its client",
    "document.share": "shared a document",
    "document.snapshot": "made the PDF of an accepted document",
    "document.unarchive": "brought a document back from the archive",
    "document.unshare": "stopped sharing a document",
    "document.withdraw": "withdrew a document",
    "image.upload": "uploaded an image",
    "template.add": "added a template",
    "template.change": "changed a template",
    "template.delete": "deleted a template",
    "template.edit": "changed the page of a template",
    "template.restore": "brought a template back",
    "template.retire": "retired a template",
    "template.revert": "restored an earlier version of a template",
  },
  work: {
    "work-order.add": "added a work order",
    "work-order.change": "changed a work order",
    "work-order.delete": "deleted a work order",
    "work-order.move": "moved a work order",
    "work-order.show": "showed a work order to the client",
  },
  invoices: {
    "invoice.add": "added an invoice",
    "invoice.change": "changed an invoice",
    "invoice.issue": "issued an invoice",
    "invoice.mark": "changed an invoice's status",
    "invoice.print": "made the PDF of an invoice",
  },
  mails: {
    "announcement.send": "sent an announcement",
    "mail.send": "sent an email",
    "mail.refuse": "could not send an email yet",
    "mail.give-up": "gave up sending an email",
  },
  people: {
    "access.record-outside-chain": "took access away while the evidence of the organization was damaged",
    "admin.change-role": "changed a colleague's role",
    "invitation.accept": "accepted an invitation",
    "invitation.end": "took an invitation back",
    "invitation.print": "printed a link for an owner",
    "invitation.resend": "sent an invitation again",
    "invitation.send": "invited a person",
    "passkey.add": "added a passkey",
    "passkey.remove": "removed a passkey",
    "passkey.rename": "renamed a passkey",
    "password.change": "changed their password",
    "password.reset": "let a person choose a new password by code",
    "permission-request.expire": "let a request expire",
    "permission-request.grant": "granted a request",
    "permission-request.refuse": "refused a request",
    "permission.add": "gave a person access",
    "permission.change": "changed a member's right",
    "permission.lift-hold": "let a member decide before the day of the hold was over",
    "permission.remove": "removed a member",
    "permission.request": "asked for a new person",
    "person.ask-new-email": "asked a person to confirm a new email address",
    "person.confirm-email": "confirmed a new email address",
    "person.correct-name": "corrected a person's name",
    "person.end-new-email": "took a new email address back",
    "person.erase": "erased the person from a record",
    "person.remove": "removed a person for good",
    "profile.update": "changed their profile",
    "second-factor.add": "switched a second factor on",
    "second-factor.remove": "switched their second factor off",
    "second-factor.reset": "reset a lost second factor",
    "session.end": "ended sign-ins of theirs",
    "session.end-all": "signed a person out everywhere",
    "sign-in.fail": "refused a wrong password",
    "sign-in.fail-code": "refused a wrong code after the right password",
    "sign-in.fail-passkey": "refused a passkey",
    "sign-in.new-browser": "let a person in from a new browser",
  },
  organizations: {
    "note.add": "added a note",
    "note.change": "changed a note",
    "note.remove": "deleted a note",
    "organization.add": "added an organization",
    "organization.change-links": "changed an organization's links",
    "organization.deactivate": "deactivated an organization",
    "organization.change-sign-in-rules": "changed how an organization's people sign in",
    "organization.rename": "renamed an organization",
    "organization.view-as-client": "looked at the portal as this client sees it",
    "organization.verify": "made an organization active",
  },
  portal: {
    "activity.export": "exported the activity",
    "product.add": "added a product",
    "product.change": "changed a product",
    "product.delete": "deleted a product",
    "product.restore": "brought a product back",
    "product.retire": "retired a product",
    "records.clear": "cleared old records",
    "section.add": "saved a section for documents",
    "section.remove": "deleted a saved section",
    "section.rename": "renamed a saved section",
    "settings.change": "changed the settings",
    "world.load": "imported records",
  },
};

export const ACTION_PHRASES: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(PHRASES));

/** "accepted a document". An action without a phrase reads as its own words. */
export function sayAction(action: string): string {
  return ACTION_PHRASES[action] ?? action.replaceAll(/[.-]/g, " ");
}

export function actionsOf(kind: ActivityKind): string[] {
  return Object.keys(PHRASES[kind]);
}

/** What visitors may do. Without a person, the portal itself did everything else. */
export const VISITORS_ACTIONS: readonly string[] = ["agreement.sign", "agreement.confirm", "document.visit"];

export const THE_PORTAL = "The portal";
export const A_VISITOR = "A visitor";
