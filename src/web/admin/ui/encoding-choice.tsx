import { Notice } from "#web/ui/notice.tsx";
import { ENCODING_NAMES, type Encoding } from "./guess-encoding.ts";
import { SelectField } from "./select-field.tsx";

type EncodingChoiceProps = {
  encoding: Encoding;
  samples: readonly string[];
  isDisabled: boolean;
  onChoose: (encoding: Encoding) => void;
};

/** Shows how the letters of a file were read that does not tell it, and reads it again as the person chooses. */
export function EncodingChoice({ encoding, samples, isDisabled, onChoose }: EncodingChoiceProps) {
  return (
    <Notice tone="warning" title="Are these texts right?">
      <ul className="my-2 space-y-0.5 text-ink">
        {samples.map((sample) => (
          <li key={sample} className="wrap-anywhere">
            <bdi>{sample}</bdi>
          </li>
        ))}
      </ul>
      <p className="mb-3">
        This file does not name its encoding, so it was guessed. If a text is wrong, choose another one, or
        save the file as CSV UTF-8.
      </p>
      <div className="max-w-xs">
        <SelectField
          label="Encoding"
          value={encoding}
          disabled={isDisabled}
          onChange={(event) => onChoose(event.currentTarget.value as Encoding)}
        >
          {Object.entries(ENCODING_NAMES).map(([label, name]) => (
            <option key={label} value={label}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </Notice>
  );
}
