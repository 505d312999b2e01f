import { useMemo, useState } from "react";
import { getProduct, listProducts, retireProduct } from "#contract/admin/products.ts";
import { formatRate } from "#domain/format.ts";
import type { CataloguedProduct } from "#domain/products/product.ts";
import { call } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { retiredColumn } from "#web/ui/data-table/usual-columns.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import type { BulkAction } from "../ui/bulk-run.ts";
import { BulkSelection } from "../ui/bulk-selection.tsx";
import { ProductDialog } from "./product-dialog.tsx";

const COLUMNS: DataTableColumn<CataloguedProduct>[] = [
  {
    id: "productName",
    header: "Name",
    text: (row) => row.productName,
    isWide: true,
    cardSlot: "title",
  },
  { id: "productUnit", header: "Unit", text: (row) => row.productUnit, cardSlot: "number" },
  {
    id: "productRate",
    header: "Rate",
    text: (row) => (row.productRate === null ? null : formatRate(row.productRate)),
    exported: (row) => row.productRate,
    sortKey: (row) => row.productRate ?? -1,
    isMoney: true,
    cardSlot: "corner",
  },
  { ...retiredColumn("use"), cardSlot: "date" },
];

/** With `onChange` the table has an editor's Change buttons. */
function columnsWith(onChange: (product: CataloguedProduct) => void): DataTableColumn<CataloguedProduct>[] {
  return [
    ...COLUMNS,
    {
      id: "actions",
      header: "Actions",
      isHeaderHidden: true,
      text: () => null,
      cell: (row) => (
        <Button size="sm" onClick={() => onChange(row)}>
          Change<span className="sr-only"> {row.productName}</span>
        </Button>
      ),
      isControls: true,
      cardSlot: "action",
    },
  ];
}

const idOf = (row: CataloguedProduct) => row.productId;
const nameOf = (row: CataloguedProduct) => row.productName;
const STALE = [listProducts, getProduct];

const ACTIONS: readonly BulkAction<CataloguedProduct>[] = [
  {
    label: "Retire",
    who: "editor",
    isFor: (row) => !row.isRetired,
    run: (row) => call(retireProduct, { params: { id: idOf(row) }, body: { isRetired: true } }),
    done: "is retired",
  },
  {
    label: "Restore",
    who: "editor",
    isFor: (row) => row.isRetired,
    run: (row) => call(retireProduct, { params: { id: idOf(row) }, body: { isRetired: false } }),
    done: "is in use again",
  },
];

/** /admin/products */
export function ProductsPage() {
  const { data, error, mutate } = useCall(listProducts, {});
  const mayChange = useMayActAs("editor");
  /** The product in the dialog; null for a new one. */
  const [edited, setEdited] = useState<{ product: CataloguedProduct | null } | null>(null);
  const columns = useMemo(
    () => (mayChange ? columnsWith((product) => setEdited({ product })) : COLUMNS),
    [mayChange],
  );

  return (
    <Screen
      title="Products"
      intro="Work orders charge for these products. Rates are per unit, before GST."
      actions={
        mayChange ? (
          <>
            <ButtonLink to="/products/import">Import</ButtonLink>
            <Button tone="primary" onClick={() => setEdited({ product: null })}>
              Add product
            </Button>
          </>
        ) : null
      }
    >
      {fetchFailure({ data, error, mutate }, "We were unable to fetch the products.") ?? (
        <BulkSelection
          label="products"
          idOf={idOf}
          nameOf={nameOf}
          columns={columns}
          actions={ACTIONS}
          stale={STALE}
        >
          {(selectable) => (
            <DataTable
              label="Products"
              data={data}
              columns={selectable}
              getRowId={idOf}
              rowHref={(row) => `/products/${encodeURIComponent(row.productId)}`}
              enablePagination
              usualOrder="By name"
              emptyHint="Your products and their rates appear here. Add them one by one, or import a list."
              emptyAction={
                mayChange ? (
                  <>
                    <Button tone="primary" onClick={() => setEdited({ product: null })}>
                      Add the first product
                    </Button>
                    <ButtonLink to="/products/import">Import products</ButtonLink>
                  </>
                ) : null
              }
            />
          )}
        </BulkSelection>
      )}
      {edited ? <ProductDialog product={edited.product} onClose={() => setEdited(null)} /> : null}
    </Screen>
  );
}
