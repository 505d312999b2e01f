import type { OwnVariable } from "../templates/own-variable.ts";
import { deliverables, FOOTER, heading, type Part, paragraph } from "./compose-page.ts";

export const RETAINER_VARIABLES: OwnVariable[] = [
  { name: "hours", label: "Hours each month", default: "20" },
  { name: "term", label: "Minimum term", default: "three months" },
  { name: "notice", label: "Notice to end it", default: "30 days" },
];

const FEE: Part = {
  type: "PricingTable",
  props: { lineItems: [{ product: "Monthly retainer", price: 0, count: 1, countLabel: "month" }] },
};

export const RETAINER: readonly Part[] = [
  heading("A retainer for {{client.name}}", "title"),
  paragraph("{{document.number}}, {{document.date}}. For {{contact.name}}, from {{author.name}}.", "sm"),
  paragraph(
    "Hi {{contact.first-name}}, with a retainer you have our team at hand every month, at a fee that you can plan with, and without a new quote for each request.",
    "lg",
  ),
  heading("What it covers"),
  deliverables(
    "Every month",
    "Up to {{hours}} hours of our team, for whatever matters most to {{client.name}}",
    "A planning call at the beginning of the month, to agree on priorities",
    "Work on requests begins within two business days",
    "A short report at the end of the month: what was done, and how the hours were used",
  ),
  heading("How it works"),
  paragraph(
    "<ol><li>You send requests by email at any time. We confirm each one with an estimate of the hours.</li><li>You set the order. We work from the top of the list.</li><li>Hours that you do not use carry over to the next month once, and then lapse.</li><li>If a month needs more hours, we ask first. Additional hours are charged at our usual rate.</li></ol>",
  ),
  heading("The fee"),
  paragraph(
    "The fee for each month is invoiced at its beginning and is in Australian dollars. This offer is valid until {{document.valid-until}}.",
  ),
  FEE,
  heading("Term"),
  paragraph(
    "The retainer begins on the first day of the month after you accept it and runs for at least {{term}}. After that it continues from month to month. Either of us may end it with {{notice}} written notice. Work that is under way is finished or handed over in an orderly way.",
  ),
  heading("Not included"),
  paragraph(
    "Fees of third parties, such as licences, hosting and media, and projects that are larger than the monthly hours. For those we write a proposal of their own.",
  ),
  FOOTER,
];
