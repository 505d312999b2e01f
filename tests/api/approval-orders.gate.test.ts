import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getDraft } from "#contract/admin/drafts.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import {
  makeAdmin,
  makeOrganization,
  makePage,
  makePermission,
  makePerson,
  makeQuote,
  type TestPerson,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";
import { casesFor, reportFigure } from "#tests/support/suite-cases.ts";

// A model of approval and sending, explored whole: every step in every state that any order of steps leads to, each
// tried on the real server.

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

const STEPS = ["read", "toggle", "recall", "edit", "send", "remove", "deactivate", "accept"] as const;
type Step = (typeof STEPS)[number];

/** What decides whether an acceptance may come. Content is the title and the choice of optional work. */
type State = {
  status: "PENDING" | "DRAFT" | "APPROVED";
  title: string;
  isWanted: boolean;
  isMember: boolean;
  isActive: boolean;
  /** What the person was shown last. */
  shown: { title: string; isWanted: boolean } | null;
};

const BEGINNING: State = {
  status: "PENDING",
  title: "A proposal",
  isWanted: false,
  isMember: true,
  isActive: true,
  shown: null,
};
const EDITED = "A better proposal";

/** The state after a step that the server carried out. */
const AFTER: Record<Step, (state: State) => Partial<State>> = {
  read: ({ status, title, isWanted }) => (status === "DRAFT" ? {} : { shown: { title, isWanted } }),
  toggle: () => ({ isWanted: true }),
  recall: () => ({ status: "DRAFT" }),
  edit: () => ({ title: EDITED }),
  send: () => ({ status: "PENDING" }),
  remove: () => ({ isMember: false }),
  deactivate: () => ({ isActive: false }),
  accept: () => ({ status: "APPROVED" }),
};

/**
 * The rule: only what was shown is accepted, only once it is sent, and only by a person who may decide at that time.
 * A repeated acceptance returns the same receipt.
 */
function mayAccept({ status, title, isWanted, isMember, isActive, shown }: State): boolean {
  return status !== "DRAFT" && isMember && isActive && isDeepStrictEqual(shown, { title, isWanted });
}

type World = {
  take(step: Step, state: State): Promise<{ status: number; text: string }>;
  /** The hash of what the person was shown last, and of what was accepted. */
  hashes(): Promise<{ shown: string | null; accepted: string[] }>;
};

async function makeWorld(): Promise<World> {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const colleague = await makePerson(app.db, { organization });
  const person = await makePerson(app.db, { organization, permission: null });
  const { organizationPermissionId } = await makePermission(app.db, {
    userId: person.userProfileId,
    organizationId,
    permissionType: "write",
  });
  const { document, workOrders } = await makeQuote(app.db, {
    organizationId,
    workOrders: [{ isOptional: true }],
  });
  const id = document.uniqueDocumentId;
  const workOrderId = workOrders[0]?.workOrderId ?? "";
  let shown: string | null = null;

  async function ask(as: TestPerson, call: string, body?: unknown) {
    const response = await app.rawRequest(call, { as, ...(body !== undefined && { body }), ...PROVED });
    return { status: response.status, text: await response.text() };
  }
  const revision = async () => (await app.request(getDraft, { as: owner, params: { id } })).revision;
  const admin = `/api/unique-document/admin/${id}`;
  const steps: Record<Step, (state: State) => Promise<{ status: number; text: string }>> = {
    async read() {
      const answer = await ask(person, `GET /api/unique-document/user/${id}`);
      const { data } = JSON.parse(answer.text) as { data?: { status: string; contentHash: string } };
      if (data && data.status !== "DRAFT") shown = data.contentHash;
      return answer;
    },
    toggle: () =>
      ask(colleague, `PATCH /api/work-order/user/${workOrderId}/optional`, {
        optional: { doesClientWantWorkDone: true },
      }),
    recall: () => ask(owner, `POST ${admin}/recall`, {}),
    edit: async () =>
      ask(owner, `PATCH ${admin}/draft`, {
        revision: await revision(),
        page: makePage([workOrderId], EDITED),
      }),
    send: async () => ask(owner, `POST ${admin}/send`, { revision: await revision() }),
    remove: () => ask(colleague, `DELETE /api/organization-permission/user/${organizationPermissionId}`),
    deactivate: ({ status }) =>
      ask(owner, `POST /api/organization/admin/${organizationId}/deactivate`, {
        reason: "They have moved on",
        openDocumentIds: status === "PENDING" ? [id] : [],
      }),
    accept: () =>
      ask(person, `POST /api/unique-document/user/${id}/approve`, {
        uniqueDocumentId: id,
        status: "APPROVED",
        contentHash: shown,
      }),
  };
  return {
    take: (step, state) => steps[step](state),
    async hashes() {
      const decisions = await app.db
        .select({ contentHash: documentDecisions.contentHash })
        .from(documentDecisions)
        .where(eq(documentDecisions.uniqueDocumentId, id));
      return { shown, accepted: decisions.map(({ contentHash }) => contentHash) };
    },
  };
}

type Tried = { state: State; path: Step[]; isDone: boolean; wrong: string[] };

/** Takes these steps in a world of their own. The last one is the one that is tried. */
async function tryPath(path: Step[]): Promise<Tried> {
  const world = await makeWorld();
  let [state, isDone] = [BEGINNING, false];
  const wrong: string[] = [];
  for (const step of path) {
    const { status, text } = await world.take(step, state);
    isDone = status === 200;
    if (status >= 500) wrong.push(`${path.join(" ")}: ${step} answered ${status} ${text}`);
    if (step === "accept" && isDone !== mayAccept(state))
      wrong.push(`${path.join(" ")}: ${JSON.stringify(state)} answered ${status} ${text}`);
    if (isDone) state = { ...state, ...AFTER[step](state) };
  }
  const { shown, accepted } = await world.hashes();
  const wanted = state.status === "APPROVED" ? [shown] : [];
  if (!isDeepStrictEqual(accepted, wanted)) wrong.push(`${path.join(" ")}: accepted ${accepted.join()}`);
  return { state, path, isDone, wrong };
}

/** The longest order of steps before the one that is tried, and the state that the orders begin with. */
const SHORT = { depth: 1, path: ["read"] as Step[], begin: { ...BEGINNING, ...AFTER.read(BEGINNING) } };
const {
  depth: DEPTH,
  path,
  begin,
} = casesFor(
  SHORT,
  { depth: 3, path: [], begin: BEGINNING },
  // No state is further away.
  { depth: 12, path: [], begin: BEGINNING },
);
const CONCURRENCY = 4;

test("TRUST-8 in every order of reading, choosing, taking back, editing, sending, removing, deactivating and accepting, only what was shown is accepted, and only by people who may decide", {
  timeout: 7_200_000,
}, async () => {
  const known = new Map<string, Step[]>([[JSON.stringify(begin), path]]);
  let edge: { state: State; path: Step[] }[] = [{ state: begin, path }];
  const wrong: string[] = [];
  const counts = { tried: 0, accepted: 0, refused: 0 };
  for (let depth = 0; depth <= DEPTH && edge.length > 0; depth += 1) {
    const steps = depth === DEPTH ? (["accept"] as const) : STEPS;
    const paths = edge.flatMap(({ state, path: taken }) =>
      steps.filter((step) => step !== "accept" || state.shown).map((step) => [...taken, step]),
    );
    const next: typeof edge = [];
    for (let first = 0; first < paths.length; first += CONCURRENCY) {
      for (const tried of await Promise.all(paths.slice(first, first + CONCURRENCY).map(tryPath))) {
        counts.tried += 1;
        if (tried.path.at(-1) === "accept") counts[tried.isDone ? "accepted" : "refused"] += 1;
        wrong.push(...tried.wrong);
        const name = JSON.stringify(tried.state);
        if (!tried.isDone || known.has(name)) continue;
        known.set(name, tried.path);
        next.push(tried);
      }
    }
    edge = next;
  }
  reportFigure(
    `TRUST-8: ${known.size} states, ${counts.tried} steps tried, ${counts.accepted} acceptances, ` +
      `${counts.refused} refused, ${wrong.length} wrong`,
  );
  expect(wrong).toEqual([]);
  expect(counts.accepted).toBeGreaterThan(0);
  expect(counts.refused).toBeGreaterThan(0);
});
