import { z } from "zod";
import type { DocumentType } from "../documents/unique-document.ts";

/** The pages that the portal brings along. Their texts are in files of their own, which only the server loads. */
export const STARTER_KEYS = ["proposal", "scope-of-work", "retainer", "services-agreement"] as const;
export const Starter = z.enum(STARTER_KEYS, "Please choose a page from the library");
export type Starter = z.infer<typeof Starter>;

type StarterFacts = {
  name: string;
  /** What it is for, as the template's description too. */
  description: string;
  documentType: DocumentType;
  /** Whether it is a legal draft, which a lawyer has to check. */
  isLegal: boolean;
};

export const STARTERS: Record<Starter, StarterFacts> = {
  proposal: {
    name: "Proposal",
    description: "What the client wants to reach, how you would get there, what they get and what it costs.",
    documentType: "PROPOSAL",
    isLegal: false,
  },
  "scope-of-work": {
    name: "Scope of work",
    description: "What is included and what is not, who does what, milestones, and how changes are agreed.",
    documentType: "SCOPE_OF_WORK",
    isLegal: false,
  },
  retainer: {
    name: "Retainer",
    description: "Regular work for a monthly fee: what it covers, how work is requested, and how it ends.",
    documentType: "PROPOSAL",
    isLegal: false,
  },
  "services-agreement": {
    name: "Services agreement",
    description: "A draft contract for services. Have a lawyer check it before you send it.",
    documentType: "LEGAL_DOCUMENT",
    isLegal: true,
  },
};

/** How long the prices of a document from the library hold. */
export const STARTER_VALID_DAYS = 30;

/** The address of the general terms of the library. */
export const STARTER_TERMS_ID = "general-terms";

export const LEGAL_DRAFT = "Draft: have a lawyer check this text before you use it, then delete this line.";
