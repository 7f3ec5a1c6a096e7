import { clsx } from "clsx";
import { type OpeningHours, type Weekday, weekdays } from "#domain/dealers/opening-hours.ts";
import { dealerHoursMessages as text } from "#domain/messages/dealer-hours.ts";

/** A dealer's week, with `today` highlighted. */
export function HoursTable({ hours, today }: { hours: OpeningHours; today?: Weekday }) {
  return (
    <table className="text-start">
      <caption className="sr-only">{text.heading}</caption>
      <tbody>
        {weekdays.map((weekday) => {
          const isToday = weekday === today;
          const look = clsx("py-1 text-start align-top", isToday ? "font-semibold" : "font-normal");
          return (
            <tr key={weekday} aria-current={isToday ? "date" : undefined}>
              <th scope="row" className={clsx(look, "pe-6 whitespace-nowrap")}>
                {text.day(weekday)}
                {isToday && ` (${text.today})`}
              </th>
              <td className={clsx(look, "tabular-nums", hours[weekday].length === 0 && "text-ink-soft")}>
                {hours[weekday].length === 0 ? text.closed : text.spans(hours[weekday])}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
