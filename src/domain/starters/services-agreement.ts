import type { OwnVariable } from "../templates/own-variable.ts";
import { FOOTER, heading, type Part, paragraph } from "./compose-page.ts";
import { LEGAL_DRAFT } from "./starter.ts";

export const AGREEMENT_VARIABLES: OwnVariable[] = [
  { name: "payment-days", label: "Days to pay an invoice", default: "14" },
  { name: "notice", label: "Notice to end the agreement", default: "30 days" },
  { name: "state", label: "State or territory whose law applies", default: "New South Wales" },
];

const CLAUSES: readonly (readonly [string, ...string[]])[] = [
  [
    "1. The services",
    "We provide the services that are described in proposals, scopes of work and work orders which you accept in writing or in our client portal (each an order). Each order becomes a part of this agreement. If an order and this agreement differ, the order applies to its own work.",
    "We provide the services with due care and skill, by suitably qualified people, and within the agreed time or, if none is agreed, a reasonable time.",
  ],
  [
    "2. Your part",
    "You give us in good time the information, content, access and decisions that we reasonably need. If they are late, dates that depend on them move accordingly. You confirm that you have the right to give us what you provide.",
  ],
  [
    "3. Fees and payment",
    "You pay the fees set out in each order. Invoices are due {{payment-days}} days after their date. Unless stated otherwise, fees exclude GST, which is added at the rate that applies. Expenses are charged only if you have agreed to them beforehand.",
    "If an undisputed invoice is overdue, we may pause the services after we have given you seven days' written notice.",
  ],
  [
    "4. Changes",
    "Either party may ask for a change. We describe its effect on price and dates, and it applies once both parties have agreed in writing.",
  ],
  [
    "5. Intellectual property",
    "Each party keeps what it owned before or makes independently of the services. Once an order is paid in full, you own the deliverables made for you under it. For our own tools, methods and materials that are part of a deliverable, you receive a permanent, non-exclusive licence to use them with the deliverable. Third-party material is subject to its own licence.",
  ],
  [
    "6. Confidentiality and privacy",
    "Each party keeps the other's confidential information secret and uses it only for this agreement, unless the law requires it to be disclosed. Where we handle personal information for you, we follow the Privacy Act 1988 (Cth) as it applies to us and your reasonable instructions, and tell you without delay of a data breach that concerns it.",
  ],
  [
    "7. Guarantees and liability",
    "Nothing in this agreement excludes, restricts or modifies a guarantee, right or remedy under the Australian Consumer Law or another law that cannot be excluded. Where the law allows it, our liability for a breach of such a guarantee is limited to supplying the services again or paying the cost of having them supplied again.",
    "Otherwise, and as far as the law allows, neither party is liable for loss of profit or for indirect loss, and each party's total liability under an order is limited to the fees payable under that order. This limit does not apply to your duty to pay fees, to a breach of confidentiality, or to loss caused by fraud or wilful misconduct.",
  ],
  [
    "8. Term and ending",
    "This agreement begins when you accept it and continues until it is ended. Either party may end it, or an order, with {{notice}} written notice, or at once if the other party breaches it seriously and does not remedy the breach within 14 days of a written request, or becomes insolvent. You pay for the services provided and the costs committed with your consent up to that day.",
  ],
  [
    "9. Disputes",
    "If there is a dispute, the parties first try to resolve it between senior people within 14 days, and then by mediation, before they go to court. Urgent orders of a court remain possible.",
  ],
  [
    "10. General",
    "We are an independent contractor. We may use subcontractors and stay responsible for their work. Neither party may transfer this agreement without the other's consent, which is not unreasonably withheld. Changes to this agreement are made in writing, and notices may be sent by email. If a part of it cannot be enforced, the rest continues to apply. The law of {{state}}, Australia, applies, and its courts have jurisdiction.",
  ],
];

export const SERVICES_AGREEMENT: readonly Part[] = [
  paragraph(`<strong>${LEGAL_DRAFT}</strong>`),
  heading("Services agreement", "title"),
  paragraph("{{document.number}}, {{document.date}}.", "sm"),
  paragraph(
    "This agreement is between {{company.name}} (we, us) and {{client.name}} (you). Your contact for it is {{contact.name}}, and ours is {{author.name}}.",
    "lg",
  ),
  ...CLAUSES.flatMap(([title, ...texts]) => [heading(title, "h3"), ...texts.map((text) => paragraph(text))]),
  FOOTER,
];
