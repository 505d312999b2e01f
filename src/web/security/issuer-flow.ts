import { getSignInIssuer, listSignInIssuers } from "#contract/single-sign-on.ts";
import type { SignInIssuer } from "#domain/single-sign-on/issuer.ts";
import { call } from "#web/lib/call.ts";
import { postAuth } from "#web/lib/session.ts";
import { ISSUER_PATHS } from "#web/paths.ts";

/** What this window went to an issuer for. It is read when the issuer leads back. */
export type IssuerFlow = {
  /** Null: a fresh sign-in at the issuer of the session, which confirms it. */
  issuerId: string | null;
  returnTo: string | null;
  /** The request of another window that waits for this one; null: this window signs in for itself. */
  waiting: string | null;
};

const FLOW = "counterpart-issuer-flow";
const LAST_ISSUER = "counterpart-last-issuer";
const WAITING = "counterpart-issuer-window";

/** Goes to an issuer, which leads the browser back to /sign-in/callback. Rejects if the flow cannot begin. */
export async function goToIssuer(flow: IssuerFlow): Promise<void> {
  const { issuerId, returnTo } = flow;
  const { url } = await postAuth<{ url: string }>(
    "issuer/begin",
    issuerId === null ? {} : { issuerId, ...(returnTo !== null && { returnTo }) },
  );
  store(sessionStorage, FLOW, JSON.stringify(flow));
  window.location.assign(url);
}

/** Remembers the issuer that has signed this browser in. */
export function rememberIssuer({ issuerId }: Pick<IssuerFlow, "issuerId">): void {
  if (issuerId !== null) store(localStorage, LAST_ISSUER, issuerId);
}

/** The flow that this window began; null in another window, or without storage. */
export function readFlow(): IssuerFlow | null {
  return JSON.parse(read(sessionStorage, FLOW) ?? "null") as IssuerFlow | null;
}

/** The company's issuers, and the one of a client by which this browser was used last. */
export async function findSignInIssuers(): Promise<SignInIssuer[]> {
  const last = read(localStorage, LAST_ISSUER);
  const company = await call(listSignInIssuers);
  if (last === null || company.some(({ issuerId }) => issuerId === last)) return company;
  const own = await call(getSignInIssuer, { params: { id: last } }).catch(() => null);
  return own === null ? company : [own, ...company];
}

/** The company's or a client's issuer. Rejects with ApiError 404 if there is none. */
export async function findSignInIssuer(issuerId: string): Promise<SignInIssuer> {
  const company = await call(listSignInIssuers);
  const found = company.find((one) => one.issuerId === issuerId);
  return found ?? call(getSignInIssuer, { params: { id: issuerId } });
}

function read(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

function store(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Without storage the way back begins at the sign-in page.
  }
}

/** A finished request of another window; with a proof if that confirmed its session. */
type Finished = { waiting: string; proof: string };

const CHANNEL = "counterpart-issuer";

export function publishProof(finished: Finished): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(finished);
  channel.close();
}

/** Calls back with the proof for this request. Returns an unsubscribe function. */
export function onProof(waiting: string, callBack: (proof: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<Finished>) => {
    if (data.waiting === waiting) callBack(data.proof);
  });
  return () => channel.close();
}

/** A flow that begins in a window of its own. */
type WindowFlow = Pick<IssuerFlow, "issuerId"> & { waiting: string };

export function issuerWindowPath({ issuerId, waiting }: WindowFlow): string {
  return `${ISSUER_PATHS.window}?${new URLSearchParams({ ...(issuerId !== null && { issuer: issuerId }), waiting })}`;
}

/** Opens that page beside this one. Returns false if the browser blocks it. Call it in answer to a press. */
export function openIssuerWindow(flow: WindowFlow): boolean {
  store(localStorage, WAITING, flow.waiting);
  return window.open(issuerWindowPath(flow), "_blank", "popup,width=520,height=680") !== null;
}

/** Whether a page of this browser opened the window. A link from elsewhere doesn't know the random request. */
export function isWindowExpected({ waiting }: Pick<IssuerFlow, "waiting">): boolean {
  return waiting !== null && read(localStorage, WAITING) === waiting;
}
