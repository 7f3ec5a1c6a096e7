import { useEffect, useEffectEvent, useState } from "react";
import { searchFilterMessages } from "#domain/messages/search-filters.ts";
import { type Nearness, nearnessOf, pointText } from "#domain/search/nearness.ts";
import { type DistanceName, distanceFields } from "#domain/search/search-fields.ts";
import { Button } from "#web/components/button.tsx";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";
import { FilterSection } from "./filter-section.tsx";
import { FilterTick } from "./filter-tick.tsx";
import type { FilterOption } from "./filter-options.ts";

const text = searchFilterMessages.near;

/** The initial choice: about the distance to the next larger town. */
const firstKm = 30;

const maxWaitMs = 10_000;
/** How long a location may be reused: nobody drives far in that time. */
const maxLocationAgeMs = 5 * 60_000;

type Props = {
  filter: DistanceName;
  /** undefined: not counted yet. */
  options: readonly FilterOption[] | undefined;
  chosen: Nearness | null;
  onChoose: (near: Nearness | null) => void;
};

/** Asks for the location on press, then offers a few distances, each with its number of cars. */
export function FilterDistance({ filter, options, chosen, onChoose }: Props) {
  const { text: fieldText, within, km: choices } = distanceFields[filter];
  // Shows the distances without counts while the first results with this point load.
  const shown = options && options.length > 0 ? options : choices.map((km) => [String(km), null] as const);
  return (
    <FilterSection name={filter} label={fieldText.label} chosen={chosen !== null}>
      {chosen === null ? (
        <AskPlace onPlace={({ lat, lng }) => onChoose({ lat, lng, km: firstKm })} />
      ) : (
        <>
          <input type="hidden" name={filter} value={pointText(chosen)} />
          {shown.map(([value, count]) => {
            const km = Number(value);
            const ticked = km === chosen.km;
            return (
              <FilterTick
                key={value}
                name={within}
                value={value}
                ticked={ticked}
                count={count}
                onToggle={() => onChoose(ticked ? null : { ...chosen, km })}
              >
                <span>{fieldText.choice(km)}</span>
              </FilterTick>
            );
          })}
        </>
      )}
    </FilterSection>
  );
}

/** The browser's location, rounded before it is passed on. Only requested when the button is pressed. */
function AskPlace({ onPlace }: { onPlace: (place: Nearness) => void }) {
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const found = useEffectEvent(({ coords }: GeolocationPosition) => {
    const near = nearnessOf({ lat: coords.latitude, lng: coords.longitude, km: firstKm });
    if (near === null) fail(text.outside);
    else onPlace(near);
  });
  const failed = useEffectEvent((error: GeolocationPositionError) => {
    if (error.code === error.PERMISSION_DENIED) fail(text.refused);
    else fail(error.code === error.TIMEOUT ? text.late : text.unavailable);
  });
  useEffect(() => {
    if (!asking) return;
    let ended = false;
    navigator.geolocation.getCurrentPosition(
      (position) => !ended && found(position),
      (error) => !ended && failed(error),
      { timeout: maxWaitMs, maximumAge: maxLocationAgeMs },
    );
    return () => {
      ended = true;
    };
  }, [asking]);

  function fail(message: string) {
    setAsking(false);
    setFailure(message);
  }

  function ask() {
    setFailure(null);
    // Geolocation requires https.
    if ("geolocation" in navigator) setAsking(true);
    else setFailure(text.unavailable);
  }

  return (
    <>
      <Button variant="secondary" loading={asking} onClick={ask} className="w-full noscript:hidden">
        <StrokeIcon width="1.75" className="size-5">
          <path d="M12 21c4.500-4.500 6.500-7.700 6.500-11a6.500 6.500 0 1 0-13 0c0 3.300 2 6.500 6.500 11Zm0-8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z" />
        </StrokeIcon>
        {text.ask}
      </Button>
      <p className="mt-2 text-sm text-ink-soft">{text.hint}</p>
      {failure !== null && (
        <p role="alert" className="mt-2 text-sm text-red">
          {failure}
        </p>
      )}
    </>
  );
}
