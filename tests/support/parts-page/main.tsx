import { useState } from "react";
import { BrowserRouter } from "#web/lib/routing/create-router.ts";
import "./page.css";
import { startPage } from "#web/lib/start-page.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { Texts } from "./texts.tsx";

type Task = { taskId: string; name: string; hours: number; owner: string | null };

const COLUMNS: DataTableColumn<Task>[] = [
  { id: "taskId", header: "ID", text: (row) => row.taskId, cardSlot: "number" },
  { id: "name", header: "Name", text: (row) => row.name, isWide: true, cardSlot: "title" },
  { id: "hours", header: "Hours", text: (row) => row.hours, isMoney: true },
  { id: "owner", header: "Owner", isHeaderHidden: true, text: (row) => row.owner },
];

function makeTasks(count: number): Task[] {
  return Array.from({ length: count }, (_, index) => ({
    taskId: `T-${index + 1}`,
    name: `Task number ${index + 1}`,
    hours: index / 2,
    owner: index % 2 === 0 ? null : "Maya",
  }));
}

const FEW = makeTasks(5);
const MANY = makeTasks(10_000);
const CLASS_NAMES = {
  table: "given-table",
  header: "given-header",
  row: "given-row",
  cell: "given-cell",
  body: "given-body",
  footer: "given-footer",
};

/** A reorderable table. The page shows the rows it passed on, and the test decides when saving ends. */
function Reordering() {
  const [tasks, setTasks] = useState(FEW);
  const [passed, setPassed] = useState<string[]>([]);
  const [saving, setSaving] = useState<{ end: () => void } | null>(null);

  async function save(next: Task[]) {
    setPassed((all) => [...all, next.map((task) => task.taskId).join(" ")]);
    await new Promise<void>((end) => setSaving({ end }));
    setSaving(null);
    setTasks(next);
  }

  return (
    <main className="p-4">
      <h1>Reordering</h1>
      <DataTable
        label="Tasks"
        data={tasks}
        columns={COLUMNS}
        usualOrder="As planned"
        getRowId={(row) => row.taskId}
        dragAndDropOptions={{ enableDragAndDrop: true, onDragEnd: save }}
        classNames={CLASS_NAMES}
      />
      <button type="button" disabled={saving === null} onClick={() => saving?.end()}>
        Finish saving
      </button>
      <ul aria-label="Passed orders">
        {passed.map((order) => (
          <li key={order}>{order}</li>
        ))}
      </ul>
    </main>
  );
}

function Many() {
  const [opened, setOpened] = useState("nothing");
  return (
    <main className="p-4">
      <h1>Many</h1>
      <p>Opened: {opened}</p>
      <DataTable
        label="Tasks"
        data={MANY}
        columns={COLUMNS}
        usualOrder="As planned"
        getRowId={(row) => row.taskId}
        onRowClick={(row) => setOpened(row.taskId)}
        enablePagination
      />
    </main>
  );
}

function Paged() {
  return (
    <main className="p-4">
      <h1>Paged</h1>
      <DataTable
        label="Tasks"
        data={FEW}
        columns={COLUMNS}
        usualOrder="As planned"
        getRowId={(row) => row.taskId}
        enablePagination
        classNames={CLASS_NAMES}
      />
    </main>
  );
}

startPage(
  new BrowserRouter([
    { path: "/reorder", Component: Reordering },
    { path: "/many", Component: Many },
    { path: "/paged", Component: Paged },
    { path: "/texts", Component: Texts },
  ]),
);
