import { isDeepStrictEqual } from "node:util";

// What decides whether a document may be changed, sent, taken back and decided on, as rules of one sentence each.

export type Content = { title: string; hasDiscount: boolean; isWanted: boolean };

export type Approval = {
  status: "PENDING" | "DRAFT" | "APPROVED" | "DECLINED";
  isWithdrawn: boolean;
  /** What the company writes on. Of what was sent only the choice still changes. */
  written: Omit<Content, "isWanted">;
  sent: Omit<Content, "isWanted">;
  isWanted: boolean;
  /** How often the page was saved. */
  saves: number;
  /** The right of the person who decides. Their colleague always writes. */
  right: "write" | "read" | null;
  isPerson: boolean;
  isActive: boolean;
  decidedBy: Decider | null;
};

export type Decider = "person" | "colleague";

export const FIRST = { title: "A proposal", hasDiscount: false };
export const EDITED = "A better proposal";

export const SENT: Approval = {
  status: "PENDING",
  isWithdrawn: false,
  written: FIRST,
  sent: FIRST,
  isWanted: false,
  saves: 0,
  right: "write",
  isPerson: true,
  isActive: true,
  decidedBy: null,
};
export const RECALLED: Approval = { ...SENT, status: "DRAFT" };

/** What the person was shown before everything. */
export const SHOWN: Content = { ...FIRST, isWanted: false };

export function contentOf({ sent, isWanted }: Approval): Content {
  return { ...sent, isWanted };
}

type Rule = {
  /** Whether the server may carry it out. `by`: who decides; `saves`: how often the page was saved that was read. */
  may(state: Approval, by: Decider, saves: number): boolean;
  after(state: Approval, by: Decider): Partial<Approval>;
  /** The action of its row in the activity. */
  action: string | null;
};

const isOpen = ({ status, isWithdrawn }: Approval) => status === "DRAFT" && !isWithdrawn;
const mayDecide = ({ right, isActive }: Approval, by: Decider) =>
  isActive && (by === "colleague" || right === "write");
const isTheirs = (state: Approval, by: Decider, status: Approval["status"]) =>
  state.status === status && state.decidedBy === by;

export const RULES = {
  choose: {
    may: ({ status, isActive }) => status === "PENDING" && isActive,
    after: () => ({ isWanted: true }),
    action: "work-order.choose",
  },
  edit: {
    may: (state, _by, saves) => isOpen(state) && state.saves === saves,
    after: ({ written, saves }) => ({ written: { ...written, title: EDITED }, saves: saves + 1 }),
    action: null,
  },
  work: {
    may: () => true,
    after: ({ written }) => ({ written: { ...written, hasDiscount: true } }),
    action: "work-order.change",
  },
  send: {
    may: (state, _by, saves) => isOpen(state) && state.isActive && state.saves === saves,
    after: ({ written }) => ({ status: "PENDING", sent: written }),
    action: "document.send",
  },
  recall: {
    may: ({ status }) => status === "PENDING",
    after: () => ({ status: "DRAFT" }),
    action: "document.recall",
  },
  withdraw: {
    may: ({ status, isWithdrawn }) => status === "PENDING" || (status === "DRAFT" && !isWithdrawn),
    after: () => ({ status: "DRAFT", isWithdrawn: true }),
    action: "document.withdraw",
  },
  remove: {
    may: ({ right, isActive }) => right !== null && isActive,
    after: () => ({ right: null }),
    action: "permission.remove",
  },
  lower: {
    may: ({ right }) => right !== null,
    after: () => ({ right: "read" }),
    action: "permission.change",
  },
  erase: {
    may: ({ isPerson }) => isPerson,
    after: () => ({ isPerson: false, right: null }),
    action: "person.remove",
  },
  deactivate: {
    may: () => true,
    after: () => ({ isActive: false }),
    action: "organization.deactivate",
  },
  accept: {
    may: (state, by) =>
      mayDecide(state, by) &&
      (isTheirs(state, by, "APPROVED") ||
        (state.status === "PENDING" && isDeepStrictEqual(contentOf(state), SHOWN))),
    after: (_state, by) => ({ status: "APPROVED", decidedBy: by }),
    action: "document.approve",
  },
  decline: {
    may: (state, by) =>
      mayDecide(state, by) && (isTheirs(state, by, "DECLINED") || state.status === "PENDING"),
    after: (_state, by) => ({ status: "DECLINED", decidedBy: by }),
    action: "document.decline",
  },
} satisfies Record<string, Rule>;

export type Step = keyof typeof RULES;
/** A request that was carried out, in the order of the commits. */
export type Done = { step: Step; by: Decider; saves: number };

export type Followed = {
  state: Approval;
  /** All states on the way, the first one included. */
  states: Approval[];
  /** Requests that were carried out against the rules. */
  forbidden: Step[];
  actions: string[];
  /** The content at the time of the decision. */
  decided: Content | null;
};

/** What must have come of these requests, one after the other. */
export function follow(begin: Approval, all: readonly Done[]): Followed {
  const followed: Followed = { state: begin, states: [begin], forbidden: [], actions: [], decided: null };
  for (const { step, by, saves } of all) {
    const rule: Rule = RULES[step];
    const before = followed.state;
    if (!rule.may(before, by, saves)) followed.forbidden.push(step);
    const state = { ...before, ...rule.after(before, by) };
    const isChange = !isDeepStrictEqual(state, before);
    if (isChange && rule.action) followed.actions.push(rule.action);
    if (isChange && (step === "accept" || step === "decline")) followed.decided = contentOf(before);
    followed.state = state;
    followed.states.push(state);
  }
  return followed;
}
