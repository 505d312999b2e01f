import type { TestApp } from "./make-app.ts";
import type { OidcPeer } from "./oidc-peer.ts";

export type Answered = {
  status: number;
  body: { outcome?: string; returnTo?: string | null; proof?: string; url?: string };
  /** Of a refusal. */
  reason?: string;
  message?: string;
};

/** A browser, with its cookies, that signs in at an issuer and comes back. */
export class IssuerBrowser {
  readonly #app: TestApp;
  readonly #cookies = new Map<string, string>();

  constructor(app: TestApp) {
    this.#app = app;
  }

  async post(path: string, body?: unknown): Promise<Answered> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.#app.rawRequest(`POST /api/auth${path}`, {
      headers: { cookie, origin: this.#app.baseUrl },
      ...(body !== undefined && { body }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const text = await response.text();
    const read = JSON.parse(text) as Answered["body"] & {
      error?: { message: string; details?: { reason?: string } };
    };
    const { error, ...answer } = read;
    return {
      status: response.status,
      body: answer,
      ...(error && { message: error.message, reason: error.details?.reason ?? "" }),
    };
  }

  async begin(body: { issuerId?: string; returnTo?: string }): Promise<string> {
    const { status, body: answer, message } = await this.post("/issuer/begin", body);
    if (answer.url === undefined) throw new Error(`No sign-in begins: ${status} ${message}`);
    return answer.url;
  }

  /** Signs in at the issuer as one of its people, and sends back what it answered. */
  async signIn(
    peer: OidcPeer,
    subject: string,
    { returnTo, ...issuer }: { issuerId?: string; returnTo?: string },
  ): Promise<Answered> {
    const url = await this.begin({ ...issuer, ...(returnTo !== undefined && { returnTo }) });
    const { search } = await peer.signIn(url, subject);
    return this.finish(search);
  }

  finish(callback: string, code?: string): Promise<Answered> {
    return this.post("/issuer/finish", { callback, ...(code !== undefined && { code }) });
  }

  /** An identity token of the browser's session; null without one. */
  async token(): Promise<string | null> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.#app.rawRequest("GET /api/auth/token", { headers: { cookie } });
    return response.ok ? ((await response.json()) as { token: string }).token : null;
  }

  /** A token that must be there. */
  async requireToken(): Promise<string> {
    const token = await this.token();
    if (token === null) throw new Error("The browser is not signed in.");
    return token;
  }
}
