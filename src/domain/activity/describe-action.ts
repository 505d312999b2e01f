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

/** What someone did, as it reads behind their name: "accepted a document". */
export type Actions = Readonly<Partial<Record<ActivityKind, Readonly<Record<string, string>>>>>;

export type AllActions = {
  phrases: Readonly<Record<string, string>>;
  ofKind: (kind: ActivityKind) => string[];
  /** Those whose records may be gone, or have no name elsewhere. */
  namedInDetails: readonly string[];
};

type Declared = { actions?: Actions; namedInDetails?: readonly string[] };

export function joinActions(nouns: readonly Declared[]): AllActions {
  const phrasesOf = nouns.flatMap(({ actions }) => actions ?? []);
  return {
    phrases: Object.assign({}, ...phrasesOf.flatMap((actions) => Object.values(actions))),
    ofKind: (kind) => phrasesOf.flatMap((actions) => Object.keys(actions[kind] ?? {})),
    namedInDetails: nouns.flatMap(({ namedInDetails }) => namedInDetails ?? []),
  };
}

/** An action without a phrase reads as its own words. */
export function describeAction({ phrases }: AllActions, action: string): string {
  return phrases[action] ?? action.replaceAll(/[.-]/g, " ");
}

/** What visitors may do. Without a person, the portal itself did everything else. */
export const VISITORS_ACTIONS: readonly string[] = ["agreement.sign", "agreement.confirm", "document.visit"];

export const THE_PORTAL = "The portal";
export const A_VISITOR = "A visitor";
