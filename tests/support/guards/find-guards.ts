import { parseSync } from "vite";

/**
 * Gate: calls the access policy. Step: refuses a call. Condition: limits a query to an organization, a person or what
 * was shown.
 */
export type Guard = {
  /** The file, the function and the words of the condition. */
  name: string;
  kind: "gate" | "step" | "condition";
  start: number;
  end: number;
  /** The step refuses if the condition is not met. */
  isReversed?: true;
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Failures of the program itself, which no caller causes, and errors that are passed on. */
const NO_REFUSAL = /^throw (new Error|new StartError|error\b|cause\b)/;
const POLICY = "refuseAccess";
const DECIDING_FUNCTION = /^(refuse|evaluate|plan\w+Import)/;
const OWNER_COLUMNS = ["organizationId", "userProfileId", "userId", "chain"];
const COMPARES = ["eq", "isAnyOf", "inArray"];
/** Limits what clients see to what was sent, shown or issued. */
const SHOWS = ["isShown", "isIssued", "isSent"];

/** Every guard of a source file, in the order of their places. */
export function findGuards(path: string, source: string): Guard[] {
  const { program } = parseSync(path, source);
  const guards: Guard[] = [];
  const seen = new Map<string, number>();
  const tables = tablesOf(program as unknown as Node);

  const add = (kind: Guard["kind"], at: Node, scope: string, isReversed = false): void => {
    const words = source.slice(at.start, at.end).replaceAll(/\s+/g, " ").slice(0, 100);
    const plain = `${path.replace("src/", "")} ${scope}: ${words}`;
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    const name = count === 1 ? plain : `${plain} (${count})`;
    guards.push({ name, kind, start: at.start, end: at.end, ...(isReversed && { isReversed: true }) });
  };

  const visit = (node: Node, scope: string): void => {
    const inner = nameOfScope(node, scope);
    if (node.type === "IfStatement" && refuses(node.consequent as Node, source, inner)) {
      add("step", node.test as Node, inner);
    }
    if (node.type === "ConditionalExpression" && DECIDING_FUNCTION.test(inner)) {
      const [met, not] = [node.consequent as Node, node.alternate as Node];
      if (isNull(not) && !isNull(met)) add("step", node.test as Node, inner);
      if (isNull(met) && !isNull(not)) add("step", node.test as Node, inner, true);
    }
    if (nameOf(node.callee) === POLICY && path.startsWith("src/server/")) add("gate", node, inner);
    if (node.type === "CallExpression" && isOwnerCondition(node, source, tables))
      add("condition", node, inner);
    for (const child of childrenOf(node)) visit(child, inner);
  };
  visit(program as unknown as Node, "");
  return guards.sort((a, b) => a.start - b.start);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === "object" && value !== null && "type" in value);
}

/** The name of a function, or of a constant outside of functions. */
function nameOfScope(node: Node, around: string): string {
  if (node.type === "FunctionDeclaration") return nameOf(node.id);
  if (node.type !== "VariableDeclarator") return around;
  const isFunction = /Function/.test((node.init as Node | null)?.type ?? "");
  return (isFunction || around === "") && nameOf(node.id) ? nameOf(node.id) : around;
}

/** Whether a branch ends in the refusal of the caller. */
function refuses(branch: Node, source: string, scope: string): boolean {
  const last = branch.type === "BlockStatement" ? (branch.body as Node[]).at(-1) : branch;
  if (last?.type === "ThrowStatement") return !NO_REFUSAL.test(source.slice(last.start, last.end));
  if (last?.type !== "ReturnStatement" || !DECIDING_FUNCTION.test(scope)) return false;
  const told = last.argument as Node | null;
  return told !== null && !isNull(told);
}

function isNull(node: Node): boolean {
  return node.type === "Literal" && node.value === null;
}

/** The tables that a file imports, and their columns that it names once for the whole file. */
function tablesOf(program: Node): Set<string> {
  const body = program.body as Node[];
  const imports = body.filter(({ type, source }) => type === "ImportDeclaration" && isOfTables(source));
  const tables = new Set(
    imports.flatMap((one) => (one.specifiers as Node[]).map(({ local }) => nameOf(local))),
  );
  for (const { declarations = [] } of body as { declarations?: Node[] }[]) {
    for (const { id, init } of declarations) {
      const isTable = tables.has(nameOf(init)) || nameOf((init as Node | null)?.callee) === "alias";
      if (isTable)
        for (const column of ((id as Node).properties ?? []) as Node[]) tables.add(nameOf(column.value));
      if (isTable) tables.add(nameOf(id));
    }
  }
  return tables;
}

function isOfTables(source: unknown): boolean {
  return /tables\.ts$/.test(String((source as Node).value));
}

function nameOf(node: unknown): string {
  return (node as { name?: string } | null | undefined)?.name ?? "";
}

/** A comparison of an owner's column with a value. A comparison of two columns joins tables. */
function isOwnerCondition(call: Node, source: string, tables: ReadonlySet<string>): boolean {
  const callee = nameOf(call.callee);
  if (SHOWS.includes(callee)) return true;
  const [column, value] = call.arguments as [Node, Node | undefined];
  if (!COMPARES.includes(callee) || !value) return false;
  const name = source.slice(column.start, column.end).split(".").at(-1) ?? "";
  return (
    OWNER_COLUMNS.includes(name) && !tables.has(source.slice(value.start, value.end).split(".")[0] ?? "")
  );
}
