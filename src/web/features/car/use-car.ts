import { useEffect, useState } from "react";
import { api, useAuth } from "#web/lib/auth.ts";
import { cacheCars } from "#web/lib/cached-cars.ts";
import { type CarAnswer, type CarDetails, loadCar } from "./load-car.ts";

type CarState = {
  answer: CarAnswer | { status: "loading" };
  retry: () => void;
  /** The signed-in user owns the car. */
  own: boolean;
};

/**
 * The car of a page. If it was not found without credentials and the user is signed in, the browser asks
 * again with them: the car may be their own, archived or hidden (specification.md#public-and-on-sale).
 */
export function useCar(id: string | undefined, initial: CarAnswer, asGuest: boolean): CarState {
  const auth = useAuth();
  const [read, setRead] = useState<{ id: string; attempt: number; answer: CarAnswer } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const ownRead = read !== null && read.id === id ? read : null;
  const asPerson = asGuest && initial.status === "missing" && auth.status === "user";
  const reading = id !== undefined && (asPerson || attempt > 0) && ownRead?.attempt !== attempt;
  const answer = ownRead?.answer ?? initial;

  useEffect(() => {
    if (!reading) return;
    let left = false;
    async function readAgain(id: string) {
      const answer = await loadCar(api, id, (car) => cacheCars([car]));
      if (!left) setRead({ id, attempt, answer });
    }
    void readAgain(id);
    return () => {
      left = true;
    };
  }, [id, reading, attempt]);

  const car: CarDetails | null = answer.status === "found" ? answer.car : null;
  return {
    answer: reading && car === null ? { status: "loading" } : answer,
    retry: () => setAttempt((before) => before + 1),
    own: car !== null && auth.status === "user" && auth.user.id === car.user,
  };
}
