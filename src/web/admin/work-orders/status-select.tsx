import { WORK_ORDER_STATUS_LABELS, type WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { SelectInput } from "#web/ui/select-input.tsx";

const STATUSES = Object.entries(WORK_ORDER_STATUS_LABELS) as [WorkOrderStatus, string][];

type StatusSelectProps = {
  label: string;
  /** The present status; null: none is chosen, and each choice is an action. */
  value: WorkOrderStatus | null;
  onChoose: (status: WorkOrderStatus) => void;
  isDisabled: boolean;
};

export function StatusSelect({ label, value, onChoose, isDisabled }: StatusSelectProps) {
  return (
    <SelectInput
      aria-label={label}
      className="w-40"
      value={value ?? ""}
      disabled={isDisabled}
      onChange={(event) => onChoose(event.currentTarget.value as WorkOrderStatus)}
    >
      {value === null ? (
        <option value="" disabled>
          Move to…
        </option>
      ) : null}
      {STATUSES.map(([status, name]) => (
        <option key={status} value={status}>
          {name}
        </option>
      ))}
    </SelectInput>
  );
}
