import type { OwnVariable } from "../templates/own-variable.ts";
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

export const SCOPE_VARIABLES: OwnVariable[] = [
  { name: "rounds", label: "Rounds of feedback included", default: "two" },
  { name: "feedback-days", label: "Business days for feedback", default: "five" },
];

export const SCOPE_OF_WORK: readonly Part[] = [
  heading("Scope of work for {{client.name}}", "title"),
  paragraph(
    "{{document.number}}, {{document.date}}. Prepared for {{contact.name}} by {{company.name}}.",
    "sm",
  ),
  paragraph(
    "This page describes the work that {{company.name}} does for {{client.name}}: what is included, what is not, who does what, and when. Once you accept it, it is what we both rely on.",
    "lg",
  ),
  heading("What is included"),
  deliverables(
    "We deliver",
    "The work described in the work orders below",
    "Project management, and a written update every week",
    "Testing before handover, and the correction of defects found in the first 30 days after it",
  ),
  WORK,
  heading("What is not included"),
  bullets(
    "Work that is not described on this page",
    "Fees of third parties, such as licences, hosting, printing and travel, unless they are listed above",
    "Content that you provide, and the rights to use it",
  ),
  heading("Milestones"),
  phases(
    {
      name: "Kick-off",
      description: "We agree on people, dates and access, and confirm the plan in writing.",
      time: "Within a week of acceptance",
    },
    {
      name: "First version",
      description: "You see the work and give feedback in one list.",
      time: "Agreed at kick-off",
    },
    {
      name: "Final version",
      description: "Your feedback is worked in, and the work is tested.",
      time: "Agreed at kick-off",
    },
    {
      name: "Handover",
      description: "You receive the result and everything needed to use it.",
      time: "Agreed at kick-off",
    },
  ),
  heading("What we need from you"),
  bullets(
    "One person who decides for {{client.name}}: {{contact.name}}",
    "Feedback on each version within {{feedback-days}} business days",
    "Content and access by the dates agreed at kick-off",
  ),
  heading("Feedback and acceptance of the work"),
  paragraph(
    "Each deliverable includes {{rounds}} rounds of feedback. Please send each round in one message. A deliverable counts as finished when you confirm it, when you begin to use it, or when {{feedback-days}} business days have passed without feedback after we sent it as final.",
  ),
  heading("Changes"),
  paragraph(
    "Plans change. If you need something that is not on this page, we describe it, with its price and its effect on the dates, and begin once you have agreed in writing. Nothing is charged that you have not agreed to.",
  ),
  FOOTER,
];
