import { Link } from "react-router";
import type { CarType } from "#domain/cars/car-lists.ts";
import { formatNumber } from "#domain/format/format.ts";
import { carTypeLabels } from "#domain/messages/car-types.ts";
import { homeMessages } from "#domain/messages/home.ts";
import type { TypeCount } from "./load-home.ts";

const text = homeMessages.types;

/** Side views drawn for this site: body and windows in a viewBox of 64 x 28, wheels at 16 and 48. */
const outlines: Record<CarType, { body: string; windows: string }> = {
  Sedan: {
    body: "M3 21v-5.500q0-1.700 1.600-2.100L14 12l7-5.500q1.200-.9 2.700-.9h11.600q1.600 0 2.900 1.100L45 12.200l11 2q4 .8 4 4.300V21Z",
    windows: "M18.500 12 24 7.700h5V12Zm13 0V7.700h3.800L41 12Z",
  },
  SUV: {
    body: "M4 21V9.500q0-5 5-5h25q2.200 0 3.700 1.600l5.300 5.400 12 1.700q5 .9 5 5.300V21Z",
    windows: "M8 11.500V8q0-1.400 1.400-1.400H18v4.900Zm12.500 0V6.600H29v4.900Zm11 0V6.600h2.300L39 11.500Z",
  },
  Hatchback: {
    body: "M6 21v-7l4-7q1.200-2 3.200-2H31q1.800 0 3.200 1.200L41 12l13 2q5 .8 5 4.700V21Z",
    windows: "M11 12l2.400-4.300q.4-.7 1.300-.7H24v5Zm15.500 0V7H31l5.800 5Z",
  },
  Coupe: {
    body: "M3 21v-5q0-2 2-2.500L15 12l9.500-5.200q2.200-1.200 4.500-1.200h6q1.900 0 3.500 1.200l7 5.600 11 2q3.500.7 3.500 4V21Z",
    windows: "M20 12l7-3.700q.7-.4 1.600-.4H34l6 4.100Z",
  },
  Convertible: {
    body: "M3 21v-5.500q0-1.900 2-2.400L12 12h22l-4.500-5 1.500-1.300L42 12.200l14 2q4 .8 4 4.300V21ZM19 12q0-3.500 3.500-3.500V12Z",
    windows: "",
  },
  Pickup: {
    body: "M3 21v-8.500h22v-5q0-2.900 2.900-2.900h8.600q1.800 0 2.900 1.400l4.600 6 11 1.500q5 .8 5 5V21Z",
    windows: "M28 11.500v-4h7.600l3.400 4Z",
  },
  Van: {
    body: "M4 21V7q0-3.800 3.800-3.800h35q2.200 0 3.600 1.700L53 12.800l4.500 1.700q2.500 1 2.500 3.600V21Z",
    windows: "M8 11V6.500h10V11Zm13 0V6.500h11V11Zm14 0V6.500h7l4 4.500Z",
  },
  Wagon: {
    body: "M3 21v-6.500L6 7q.9-2.200 3.300-2.200h26q1.600 0 2.900 1.100L45 12l11 2q4 .8 4 4.500V21Z",
    windows:
      "M8.500 11.500l1.500-4q.3-.8 1.100-.8H20v4.800Zm14 0V6.700H31v4.800Zm11 0V6.700h1.600L41 11.500Z",
  },
};

const wheels = "M11 21a5 5 0 1 0 10 0a5 5 0 1 0-10 0Zm32 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z";

/** Links to the search by body type. */
export function BodyTypes({ types }: { types: readonly TypeCount[] }) {
  return (
    <ul className="-mx-4 flex overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:grid sm:grid-cols-4 sm:gap-3 sm:px-0 lg:grid-cols-8">
      {types.map(([type, count]) => (
        <li key={type} className="shrink-0">
          <Link to={`/search?${new URLSearchParams({ type })}`} className="type-tile">
            <svg viewBox="0 0 64 28" aria-hidden="true">
              <path fill="currentColor" d={outlines[type].body} />
              <path d={outlines[type].windows} className="fill-paper" />
              <path d={wheels} fill="currentColor" strokeWidth="2" className="stroke-paper" />
            </svg>
            <span>{carTypeLabels[type]}</span>
            <span>{text.count(formatNumber(count), count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
