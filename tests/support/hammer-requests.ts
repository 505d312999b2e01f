import { type Agent, request as sendRequest } from "node:http";
import { API_BASE, CLIENT_VIEW } from "#contract/call.ts";
import { type HammeredPerson, type HammerWorld, markOf, type SignIn } from "./hammer-world.ts";

/** Whose records an answer may contain: of the active organization, of the person, of all, of `target`, or none. */
export type Reach = "member" | "person" | "company" | "view" | "visitor" | "none";

export type Ask = {
  kind: string;
  reach: Reach;
  person: HammeredPerson | null;
  signIn: SignIn | null;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** The organization whose records are named. */
  target?: number;
  /** What a success must contain. */
  holds?: string;
  needsWriter?: true;
  /** Whether a list has a record of the organization for everybody in it. */
  isFull?: true;
};

type Draw = (below: number) => number;
type Part = Omit<Ask, "person" | "signIn" | "reach" | "method"> & Partial<Pick<Ask, "reach" | "method">>;

const EVER = { startDate: "2000-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00Z" };

/** One request of a member; of the organization that they act for more often than of another one. */
export function drawOfMember(draw: Draw, { organizations }: HammerWorld, person: HammeredPerson): Ask {
  const own = person.rights.now().active ?? person.homes[0] ?? 0;
  const target = draw(3) === 0 ? draw(organizations.length) : own;
  const { organizationId, quotes, invoiceId } = organizations[target] as (typeof organizations)[number];
  const quote = quotes[draw(quotes.length)] as (typeof quotes)[number];
  const { id, slug, contentHash, workOrderId } = quote;
  const many: Part[] = [
    { kind: "list", path: "unique-document/user/list?limit=5", isFull: true },
    { kind: "list", path: "unique-document/user/list?include=puckState", isFull: true },
    { kind: "list", path: "work-order/user/list?limit=10&include=linkedNames", isFull: true },
    { kind: "list", path: "invoice/user/list", isFull: true },
    { kind: "search", path: `unique-document/user/list?limit=10&q=${markOf(target)}` },
    { kind: "document", path: `unique-document/user/${id}`, target, holds: id },
    { kind: "document", path: `unique-document/user/${id}`, target, holds: id },
    { kind: "document", path: `unique-document/user/slug/${slug}`, target, holds: id },
    { kind: "record", path: `work-order/user/${workOrderId}?include=quote`, target, holds: workOrderId },
    { kind: "record", path: `invoice/user/${invoiceId}`, target, holds: invoiceId },
    { kind: "search", method: "POST", path: "search/user", body: { q: markOf(target) } },
    { kind: "person", reach: "person", path: "user-profile/user", holds: person.userProfileId },
    { kind: "person", reach: "person", path: "organization/user/list" },
    { kind: "person", reach: "person", path: "organization-permission/user/list" },
    {
      kind: "people",
      reach: "person",
      target,
      path: `organization-permission/user/list/organization/${organizationId}`,
    },
    {
      kind: "people",
      reach: "person",
      target,
      path: `user-profile/user/list/organization/${organizationId}`,
    },
    { kind: "notifications", reach: "person", method: "POST", path: "notification/user/list", body: EVER },
    {
      kind: "choice",
      method: "PATCH",
      path: `work-order/user/${workOrderId}/optional`,
      target,
      holds: workOrderId,
      needsWriter: true,
      body: { optional: { doesClientWantWorkDone: draw(2) === 0 } },
    },
    {
      kind: "acceptance",
      method: "POST",
      path: `unique-document/user/${id}/approve`,
      target,
      holds: id,
      needsWriter: true,
      body: { uniqueDocumentId: id, status: "APPROVED", contentHash },
    },
  ];
  const part = many[draw(many.length)] as Part;
  const ask: Ask = { method: "GET", reach: "member", ...part, person, signIn: person.signIn };
  const before = person.ended.at(-1);
  const turn = draw(16);
  if (turn === 0 && before) return { ...ask, kind: "ended sign-in", reach: "none", signIn: before };
  if (turn === 1) return { ...ask, kind: "no sign-in", reach: "none", signIn: null };
  return ask;
}

export function drawOfAdmin(draw: Draw, { organizations }: HammerWorld, person: HammeredPerson): Ask {
  const target = draw(organizations.length);
  const { organizationId, quotes } = organizations[target] as (typeof organizations)[number];
  const id = quotes[draw(quotes.length)]?.id ?? "";
  const { signIn } = person;
  const { pass } = signIn;
  const ofCompany: Part[] = [
    { kind: "company", path: "unique-document/admin/list?limit=20" },
    { kind: "company", path: `unique-document/admin/${id}`, holds: id },
    { kind: "company", path: `work-order/admin/list?limit=5&organizationId=${organizationId}` },
    { kind: "company", path: `organization/admin/${organizationId}`, holds: organizationId },
    { kind: "company", path: "activity/admin/list?limit=10" },
    { kind: "company", method: "POST", path: "search/admin", body: { q: markOf(target) } },
  ];
  const asked = { method: "GET", reach: "company", person, signIn } as const;
  if (!pass || draw(2) === 0) return { ...asked, ...(ofCompany[draw(ofCompany.length)] as Part) };
  const seen: Part[] = [
    { kind: "client view", path: "unique-document/user/list?limit=5" },
    { kind: "client view", path: `unique-document/user/${id}` },
    { kind: "client view", path: "invoice/user/list" },
  ];
  const headers = { [CLIENT_VIEW]: pass.pass };
  return { ...asked, reach: "view", target: pass.organization, headers, ...(seen[draw(3)] as Part) };
}

export function drawOfVisitor(draw: Draw, { organizations }: HammerWorld): Ask {
  const target = draw(organizations.length);
  const { quotes } = organizations[target] as (typeof organizations)[number];
  const { id, workOrderId, isShared } = quotes[draw(2)] as (typeof quotes)[number];
  const asked = { kind: "visitor", person: null, signIn: null, target };
  const reach = isShared ? "visitor" : "none";
  if (draw(4) > 0) return { ...asked, reach, method: "GET", path: `../view/${id}` };
  const path = "work-order/public/optional-statuses/client";
  return { ...asked, reach: "visitor", method: "POST", path, body: { workOrderIds: [workOrderId] } };
}

/** How a client leaves before it has its answer: after some milliseconds, at its head, or before its body is sent. */
export type Leave = { afterMs: number } | "at-head" | "in-body" | null;

export type Answer = { how: "answered" | "left" | "lost" | "hung"; status: number; text: string };

const SETTLED_WITHIN_MS = 60_000;

/** Sends a request on a new or a kept-alive connection, and resolves with any outcome. */
export function send(agent: Agent, baseUrl: string, ask: Ask, leave: Leave = null): Promise<Answer> {
  const { method, path, signIn, body, headers } = ask;
  const url = new URL(`${API_BASE}/${path}`, baseUrl);
  const sent = body === undefined ? null : Buffer.from(JSON.stringify(body));
  return new Promise((resolve) => {
    let hasLeft = false;
    const request = sendRequest(url, {
      method,
      agent,
      headers: {
        ...headers,
        ...(signIn && { authorization: `Bearer ${signIn.token}` }),
        ...(sent && { "content-type": "application/json", "content-length": sent.length }),
      },
    });
    const settle = (answer: Answer) => {
      clearTimeout(hanging);
      resolve(answer);
    };
    const hanging = setTimeout(() => {
      settle({ how: "hung", status: 0, text: "" });
      request.destroy();
    }, SETTLED_WITHIN_MS);
    const end = (text: string) => settle({ how: hasLeft ? "left" : "lost", status: 0, text });
    const goAway = () => {
      hasLeft = true;
      request.destroy();
    };
    request.on("error", (error) => end(String(error)));
    request.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("error", (error) => end(String(error)));
      response.on("end", () =>
        hasLeft ? end("") : settle({ how: "answered", status: response.statusCode ?? 0, text }),
      );
      if (leave === "at-head") goAway();
    });
    request.on("close", () => end("closed"));
    if (leave === "in-body" && sent) {
      request.write(sent.subarray(0, 3), goAway);
      return;
    }
    request.end(sent ?? undefined);
    if (typeof leave === "object" && leave) setTimeout(goAway, leave.afterMs);
  });
}
