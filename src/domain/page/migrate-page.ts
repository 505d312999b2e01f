import { migrateProps } from "./declare-block.ts";
import { blockShape, findBlock } from "./find-block.ts";
import { isPlainObject, jsonValue } from "./json-value.ts";
import type { PageItem, PuckState } from "./page.ts";
import { isOfNewerVersion, versionOf } from "./page-version.ts";
import { MAX_NESTING } from "./walk-page.ts";

/** A part of a stored page that cannot be read, as it is stored. */
export type UnreadPart = { problem: string; part: unknown };

type MigratedPage = {
  page: PuckState;
  /** A sentence for each part that was left out or renamed; empty for a sound page. */
  problems: string[];
  /** What was left out. A draft keeps it beside the page until someone decides. */
  unread: UnreadPart[];
};

const ROOT_OWNERS = ["", "root"];
const MAX_TYPE = 100;
const MAX_ID = 200;
const MAX_TITLE = 300;

/**
 * A stored page in today's format. `zones` of old pages, keyed '<component id>:<zone name>', move into the slots of
 * their owners. Unreadable parts are left out and reported. Only a page of a newer portal keeps its version.
 */
export function migratePage(stored: unknown): MigratedPage {
  return new Migration(stored).run();
}

type Zone = { key: string; items: unknown; isUsed: boolean };

class Migration {
  readonly #stored: Record<string, unknown>;
  readonly #version: number;
  readonly #problems: (UnreadPart | { problem: string })[] = [];
  readonly #takenIds = new Set<string>();
  /** The zones by the id of their owner block. */
  readonly #zones: Map<string, Zone[]>;

  constructor(stored: unknown) {
    const copy = jsonValue(stored);
    this.#stored = isPlainObject(copy) ? copy : {};
    if (Array.isArray(this.#stored.unread)) this.#problems.push(...this.#stored.unread.filter(isUnreadPart));
    if (!isPlainObject(copy)) this.#leaveOut("The page isn't an object.", copy);
    this.#version = versionOf(this.#stored);
    this.#zones = zonesByOwner(this.#stored.zones);
  }

  run(): MigratedPage {
    const content = this.#items(this.#stored.content ?? [], "content", 1);
    for (const owner of ROOT_OWNERS) content.push(...this.#zoneItems(owner, 1));
    for (const zone of [...this.#zones.values()].flat().filter((one) => !one.isUsed)) {
      this.#leaveOut(`The zone ${quote(zone.key)} belongs to no block of the page.`, zone.items);
    }
    const newer = isOfNewerVersion(this.#stored) ? { version: this.#version } : {};
    return {
      page: { ...newer, content, root: this.#root() },
      problems: this.#problems.map(({ problem }) => problem),
      unread: this.#problems.filter((one) => "part" in one),
    };
  }

  #leaveOut(problem: string, part: unknown): void {
    this.#problems.push({ problem, part });
  }

  #root(): PuckState["root"] {
    const root = isPlainObject(this.#stored.root) ? this.#stored.root : {};
    // The oldest pages keep the root's props on the root itself.
    const props = isPlainObject(root.props) ? root.props : root;
    const { title, ...others } = props;
    return { props: typeof title === "string" ? { ...others, title: title.slice(0, MAX_TITLE) } : others };
  }

  #items(value: unknown, place: string, depth: number): PageItem[] {
    if (!Array.isArray(value)) {
      this.#leaveOut(`There is no list of blocks at ${place}.`, value);
      return [];
    }
    if (depth > MAX_NESTING) {
      if (value.length > 0) this.#leaveOut(`The blocks at ${place} are nested too deeply.`, value);
      return [];
    }
    return value.flatMap((one, index) => this.#item(one, `${place}[${index}]`, depth) ?? []);
  }

  #item(value: unknown, place: string, depth: number): PageItem | undefined {
    if (!isPlainObject(value) || typeof value.type !== "string" || value.type.length > MAX_TYPE) {
      this.#leaveOut(`There is no block that can be read at ${place}.`, value);
      return undefined;
    }
    const type = value.type;
    const written = isPlainObject(value.props) ? value.props : {};
    const stored = migrateProps(written, this.#version, findBlock(type)?.migrations);
    const storedId = typeof stored.id === "number" ? String(stored.id) : stored.id;
    const id = this.#claimId(storedId, `${type}-${place}`);
    const props: PageItem["props"] = { ...stored, id };

    const { slots } = blockShape(type);
    for (const slot of slots) {
      props[slot] = slot in stored ? this.#items(stored[slot], `${place}.${slot}`, depth + 1) : [];
    }
    const [firstSlot] = slots;
    if (firstSlot !== undefined && id === storedId) {
      props[firstSlot] = [...(props[firstSlot] as PageItem[]), ...this.#zoneItems(id, depth + 1)];
    }
    return { ...value, type, props };
  }

  /** The blocks of all zones of an owner. A zone is used once, so zones that contain each other end. */
  #zoneItems(owner: string, depth: number): PageItem[] {
    const unused = (this.#zones.get(owner) ?? []).filter((zone) => !zone.isUsed);
    for (const zone of unused) zone.isUsed = true;
    return unused.flatMap((zone) => this.#items(zone.items, `zones[${quote(zone.key)}]`, depth));
  }

  /** Ids are unique on a page. A missing or repeated one is made from the block's place, the same each time. */
  #claimId(requestedId: unknown, made: string): string {
    const isUsable =
      typeof requestedId === "string" && requestedId.length > 0 && requestedId.length <= MAX_ID;
    let id = isUsable && !this.#takenIds.has(requestedId) ? requestedId : made.slice(-MAX_ID);
    for (let n = 2; this.#takenIds.has(id); n++) id = `${made.slice(-(MAX_ID - 8))}-${n}`;
    if (id !== requestedId) {
      this.#problems.push({ problem: `A block without an id of its own is called ${quote(id)}.` });
    }
    this.#takenIds.add(id);
    return id;
  }
}

function zonesByOwner(zones: unknown): Map<string, Zone[]> {
  const byOwner = new Map<string, Zone[]>();
  if (!isPlainObject(zones)) return byOwner;
  for (const [key, items] of Object.entries(zones)) {
    const owner = key.slice(0, Math.max(0, key.lastIndexOf(":")));
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), { key, items, isUsed: false }]);
  }
  return byOwner;
}

function isUnreadPart(value: unknown): value is UnreadPart {
  return isPlainObject(value) && typeof value.problem === "string" && "part" in value;
}

function quote(text: string): string {
  return `"${text.slice(0, 80)}"`;
}
