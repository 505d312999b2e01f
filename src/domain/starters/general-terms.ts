import { escapeHtml } from "../escape-html.ts";
import { LEGAL_DRAFT } from "./starter.ts";

export const STARTER_TERMS_NAME = "General Terms and Conditions";

const CLAUSES: readonly (readonly [string, ...string[]])[] = [
  [
    "About these terms",
    "They apply to the proposals, work orders and other offers that you accept from us (each an order), unless we have agreed on something else in writing. If an order or a signed agreement differs from these terms, it comes first.",
  ],
  [
    "How an order is made",
    "An offer is open until the date it names or, if it names none, for 30 days. It becomes binding when you accept it in our client portal or in writing. Whoever accepts confirms that they may do so for your organisation.",
  ],
  [
    "Our work",
    "We work with due care and skill. Dates are estimates unless an order calls them fixed. If you need something that an order does not include, we agree on the price and the time before we begin.",
  ],
  [
    "What we need from you",
    "Please give us information, content, access and feedback when we reasonably ask for them. If they are late, dates move accordingly. You confirm that we may use what you give us for the work.",
  ],
  [
    "Prices and payment",
    "Prices are in Australian dollars. GST is added where it applies. Invoices are due 14 days after their date unless an order says otherwise. If you think an invoice is wrong, tell us before it is due and pay the part that is not disputed.",
  ],
  [
    "Who owns the result",
    "Once an order is paid in full, you own what we made for you under it. We keep our own tools and methods, and you may use what is part of the result for as long as you like. Third-party material is subject to its own licence.",
  ],
  [
    "Confidentiality and privacy",
    "Both of us keep the other's confidential information secret. We handle personal information in accordance with the Privacy Act 1988 (Cth) as it applies to us.",
  ],
  [
    "Your rights, and our liability",
    "Nothing in these terms excludes, restricts or modifies a right under the Australian Consumer Law or another law that cannot be excluded. Where the law allows it, our liability for services that do not meet a guarantee is limited to supplying them again or paying the cost of having them supplied again. Otherwise, and as far as the law allows, neither of us is liable for indirect loss or loss of profit, and our total liability under an order is limited to its price.",
  ],
  [
    "Ending an order",
    "Either of us may end an order in writing if the other breaches it seriously and does not remedy that within 14 days of being asked. You pay for the work done until then.",
  ],
  [
    "Changes and general matters",
    "When we change these terms, the new version applies to orders accepted after that. If a part of them cannot be enforced, the rest continues to apply. The law of the Australian state or territory in which we have our principal place of business applies.",
  ],
];

type Company = { companyName: string; abn: string | null };

/** The draft of general terms as HTML. The ABN is a formatted one. */
export function starterTerms({ companyName, abn }: Company): string {
  const us = abn === null ? companyName : `${companyName} (ABN ${abn})`;
  const clauses = CLAUSES.map(
    ([title, ...texts], at) =>
      `<h2>${at + 1}. ${title}</h2>${texts.map((text) => `<p>${text}</p>`).join("")}`,
  );
  const intro = `<p>These are the general terms of ${escapeHtml(us)} (we, us). “You” are the client who accepts an order.</p>`;
  return `<p><strong>${LEGAL_DRAFT}</strong></p>${intro}${clauses.join("")}`;
}
