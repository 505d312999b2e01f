import {
  bullets,
  deliverables,
  FOOTER,
  heading,
  type Part,
  paragraph,
  phases,
  WORK,
} from "./compose-page.ts";

export const PROPOSAL: readonly Part[] = [
  heading("A proposal for {{client.name}}", "title"),
  paragraph(
    "Prepared for {{contact.name}} by {{author.name}}, {{company.name}}. {{document.number}}, {{document.date}}.",
    "sm",
  ),
  paragraph(
    "Hi {{contact.first-name}}, thank you for the conversation. This page sets out what we understood, what we suggest, what you get and what it costs. If anything is missing or unclear, reply to our email and we will change it together.",
    "lg",
  ),
  heading("What you want to reach"),
  paragraph("These are the results that matter to {{client.name}}, as we understood them:"),
  bullets(
    "A result that your customers notice",
    "Less effort for your team once the work is done",
    "A budget and a date that you can plan with",
  ),
  heading("How we would get there"),
  paragraph(
    "We work in small steps that you can see and try. You decide at the end of each one, so a change of mind costs little.",
  ),
  phases(
    {
      name: "Understand",
      description: "We talk with the people who will use the result, and agree on what success looks like.",
      time: "Week 1",
    },
    {
      name: "Design",
      description: "You see a first version early, give us your feedback, and we improve it together.",
      time: "Weeks 2 and 3",
    },
    {
      name: "Build",
      description: "We do the work, show you progress every week, and test it with you.",
      time: "From week 4",
    },
    {
      name: "Hand over",
      description: "We put it into use, show your team how it works, and stay close for the first weeks.",
      time: "The last week",
    },
  ),
  heading("What you get"),
  deliverables(
    "Included in this proposal",
    "Everything listed under “Your investment” below",
    "One contact person who knows your project and answers within a business day",
    "A short update every week: what is done, what comes next, what we need from you",
    "A handover with everything your team needs to carry on without us",
  ),
  heading("Your investment"),
  paragraph(
    "Prices are in Australian dollars. Tick the optional work you would like, and the total follows. This proposal is valid until {{document.valid-until}}.",
  ),
  WORK,
  heading("What happens next"),
  paragraph(
    "<ol><li>You accept this proposal on this page.</li><li>We confirm the start date with {{contact.first-name}} within two business days.</li><li>We send the first invoice, and begin.</li></ol>",
  ),
  paragraph(
    "Questions? Write to {{author.name}} at {{author.email}}. We are looking forward to working with you.",
  ),
  FOOTER,
];
