import type { ComponentProps } from "react";
import { Options, Select } from "#web/components/select.tsx";

/** 00:00 to 24:00 in steps of 15 minutes. */
const times = Array.from(
  { length: 97 },
  (_, i) => `${String(Math.floor(i / 4)).padStart(2, "0")}:${String((i % 4) * 15).padStart(2, "0")}`,
);

/**
 * A time of day. Not `<input type="time">`: browsers show it in the device's language, often with AM and PM,
 * and without 24:00. Adds `value` to the list: other API clients may have set a time between the quarters.
 */
export function TimeSelect({
  value,
  isEnd = false,
  ...rest
}: Omit<ComponentProps<typeof Select>, "value" | "children"> & { value: string; isEnd?: boolean }) {
  const known = isEnd ? times.slice(1) : times.slice(0, -1);
  return (
    <Select {...rest}>
      {!known.includes(value) && <option value={value}>{value === "" ? "–" : value}</option>}
      <Options values={known} />
    </Select>
  );
}
