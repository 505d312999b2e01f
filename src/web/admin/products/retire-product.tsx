import { useState } from "react";
import { deleteProduct, getProduct, listProducts, retireProduct } from "#contract/admin/products.ts";
import type { ProductRecord } from "#domain/products/product.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { DeleteDialog } from "#web/ui/form-dialog.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useAction } from "../ui/use-action.ts";

/** Retires a product or restores it; a product that nothing charges for can be deleted. */
export function RetireProduct({ product }: { product: ProductRecord }) {
  const { productId, productName, isRetired, workOrders } = product;
  const cached = useCached();
  const navigate = useNavigate();
  const { isBusy, run } = useAction("Nothing was changed");
  const [isDeleting, setIsDeleting] = useState(false);
  const params = { id: productId };

  async function retire() {
    await call(retireProduct, { params, body: { isRetired: !isRetired } });
    await Promise.all([cached.refetch(getProduct), cached.refetch(listProducts)]);
    showToast({ title: isRetired ? "Product restored" : "Product retired", text: productName });
  }

  async function remove() {
    await call(deleteProduct, { params });
    void cached.refetch(listProducts);
    showToast({ title: "Product deleted", text: productName });
    await navigate("/products", { replace: true });
  }

  return (
    <>
      {workOrders === 0 ? <Button onClick={() => setIsDeleting(true)}>Delete</Button> : null}
      <Button onClick={() => void run(retire)} isBusy={isBusy}>
        {isRetired ? "Restore" : "Retire"}
      </Button>
      <DeleteDialog
        isOpen={isDeleting}
        item={productName}
        note="No work order has ever charged for it."
        onDelete={remove}
        onClose={() => setIsDeleting(false)}
      />
    </>
  );
}
