import { type PagePosition, type PagePresence, PRESENCE_INTERVAL_MS } from "#domain/drafts/working-draft.ts";
import { isSameJson } from "#domain/page/json-value.ts";
import { Observable } from "../ui/listeners.ts";

/** A tab reports at most once in this time, however fast its author moves. */
const MIN_REPORT_INTERVAL_MS = 2000;

/** Another tab that has the page open: a colleague's, or one of this person. */
export type OtherAuthor = PagePresence & {
  isOwn: boolean;
  /** "Bo Berg", or "You, in another tab". */
  label: string;
  initials: string;
};

type PresenceHooks = {
  /** The tab to report, and null when it closes. Returns the other tabs. */
  report(position: PagePosition | null): Promise<PagePresence[]>;
  announce(text: string): void;
};

const NONE: readonly OtherAuthor[] = [];

/** Who else has the page open in the editor, and where. Reports where this tab is. */
export class Presence extends Observable {
  readonly #personId: string;
  readonly #hooks: PresenceHooks;
  #others = NONE;
  #byBlock: ReadonlyMap<string | null, readonly OtherAuthor[]> = new Map();
  #blockId: string | null = null;
  #isOpen = false;
  #isReporting = false;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(personId: string, hooks: PresenceHooks) {
    super();
    this.#personId = personId;
    this.#hooks = hooks;
  }

  others = (): readonly OtherAuthor[] => this.#others;

  othersAt(blockId: string): readonly OtherAuthor[] {
    return this.#byBlock.get(blockId) ?? NONE;
  }

  open(): void {
    this.#isOpen = true;
    this.refresh();
  }

  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    // A tab that cannot report that it closes expires.
    this.#hooks.report(null).catch(() => undefined);
  }

  moveTo(blockId: string | null): void {
    if (blockId === this.#blockId) return;
    this.#blockId = blockId;
    this.refresh();
  }

  /** Another tab has moved: the next report brings its position. */
  refresh(): void {
    if (this.#isOpen) this.#schedule(this.#reportedAt + MIN_REPORT_INTERVAL_MS - performance.now());
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // When a session ends, calls wait for the sign-in, and one is enough.
      if (this.#isReporting) this.#schedule(MIN_REPORT_INTERVAL_MS);
      else void this.#report();
    }, afterMs);
  }

  async #report(): Promise<void> {
    this.#isReporting = true;
    this.#reportedAt = performance.now();
    try {
      const others = await this.#hooks.report({ blockId: this.#blockId });
      if (this.#isOpen) this.#show(others);
    } catch {
      // Presence is only informative, so a failure is ignored. The next report corrects it.
    }
    this.#isReporting = false;
    if (this.#isOpen && this.#timer === undefined) this.#schedule(PRESENCE_INTERVAL_MS);
  }

  #show(presences: readonly PagePresence[]): void {
    const others = presences.map((one) => this.#describe(one));
    if (isSameJson(others, this.#others)) return;
    this.#announce(this.#others, others);
    this.#others = others;
    this.#byBlock = Map.groupBy(others, ({ blockId }) => blockId);
    this.publish();
  }

  #describe(one: PagePresence): OtherAuthor {
    const isOwn = one.userProfileId === this.#personId;
    const label = isOwn ? "You, in another tab" : one.name;
    return { ...one, isOwn, label, initials: isOwn ? "You" : initialsOf(one.name) };
  }

  /** Arrivals and departures are announced, moves are not. */
  #announce(before: readonly OtherAuthor[], after: readonly OtherAuthor[]): void {
    const arrived = peopleOnlyIn(after, before).map(({ isOwn, name }) =>
      isOwn ? "You have this page open in another tab" : `${name} has this page open too`,
    );
    const left = peopleOnlyIn(before, after).map(({ isOwn, name }) =>
      isOwn ? "Your other tab has left this page" : `${name} has left this page`,
    );
    if (arrived.length + left.length > 0) this.#hooks.announce([...arrived, ...left].join(". "));
  }
}

/** Each person who has some of these tabs and none of the others, once. */
function peopleOnlyIn(tabs: readonly OtherAuthor[], others: readonly OtherAuthor[]): OtherAuthor[] {
  const people = new Map(tabs.map((tab) => [tab.userProfileId, tab]));
  for (const { userProfileId } of others) people.delete(userProfileId);
  return [...people.values()];
}

/** "BB" of "Bo Berg", "S" of "staff@example.com". */
export function initialsOf(name: string): string {
  const [first = "", ...others] = name.trim().split(/\s+/u);
  return [first, others.at(-1) ?? ""].map((word) => [...word][0]?.toUpperCase()).join("");
}
