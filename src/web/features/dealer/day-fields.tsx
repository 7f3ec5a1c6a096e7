import { type Control, type UseFormRegister, type UseFormSetValue, useWatch } from "react-hook-form";
import type { Weekday } from "#domain/dealers/opening-hours.ts";
import { dealerHoursMessages } from "#domain/messages/dealer-hours.ts";
import { ownPageMessages } from "#domain/messages/dealer-page.ts";
import { Button } from "#web/components/button.tsx";
import { Field, FieldGroup } from "#web/components/field.tsx";
import { Select } from "#web/components/select.tsx";
import { dayBefore, type PageDraft, withBreak, withoutBreak } from "./page-draft.ts";
import { TimeSelect } from "./time-select.tsx";

const text = ownPageMessages.form;

/** One day of the opening hours: closed, the same as the day above, or a time span with at most one break. */
export function DayFields({
  weekday,
  control,
  register,
  setValue,
  error,
}: {
  weekday: Weekday;
  control: Control<PageDraft>;
  register: UseFormRegister<PageDraft>;
  setValue: UseFormSetValue<PageDraft>;
  error: string | undefined;
}) {
  const day = useWatch({ control, name: weekday });
  const name = dealerHoursMessages.day(weekday);
  const isOpen = day.state === "open";
  return (
    <FieldGroup label={name} error={error} className="border-t border-line pt-3">
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,2fr)_repeat(2,minmax(0,1fr))]">
        <Field label={text.state(name)} hideLabel className="col-span-2 sm:col-span-1">
          <Select {...register(`${weekday}.state`)}>
            {dayBefore(weekday) !== null && <option value="same">{text.states.same}</option>}
            <option value="open">{text.states.open}</option>
            <option value="closed">{text.states.closed}</option>
          </Select>
        </Field>
        {isOpen && (
          <>
            <Field label={text.from}>
              <TimeSelect value={day.from} {...register(`${weekday}.from`)} />
            </Field>
            <Field label={text.to}>
              <TimeSelect isEnd value={day.to} {...register(`${weekday}.to`)} />
            </Field>
          </>
        )}
        {isOpen && day.hasBreak && (
          <>
            <Field label={text.fromAgain} className="sm:col-start-2">
              <TimeSelect value={day.fromAgain} {...register(`${weekday}.fromAgain`)} />
            </Field>
            <Field label={text.toAgain}>
              <TimeSelect isEnd value={day.toAgain} {...register(`${weekday}.toAgain`)} />
            </Field>
          </>
        )}
      </div>
      {isOpen && (
        <Button
          variant="quiet"
          className="-ms-2 self-start px-2!"
          aria-label={day.hasBreak ? text.removeBreakOf(name) : text.addBreakTo(name)}
          onClick={() => setValue(weekday, day.hasBreak ? withoutBreak(day) : withBreak(day))}
        >
          {day.hasBreak ? text.removeBreak : text.addBreak}
        </Button>
      )}
    </FieldGroup>
  );
}
