import { useCallback, useEffect, useState } from "react";
import { api, useAuth } from "#web/lib/auth.ts";
import { rememberCars } from "#web/lib/remembered-cars.ts";
import { type CarAnswer, type CarDetails, loadCar } from "./load-car.ts";

type CarState = {
  answer: CarAnswer | { status: "loading" };
  retry: () => void;
  /** The signed-in person owns the car. */
  own: boolean;
};

/**
 * The car of a page. What the server's page says is the same for everybody; where that is "not found"
 * and somebody is signed in, the browser asks once more as that person: it may be their own, archived
 * or hidden (DECISIONS "Public").
 */
export function useCar(id: string | undefined, initial: CarAnswer, asGuest: boolean): CarState {
  const auth = useAuth();
  const [read, setRead] = useState<{ id: string; answer: CarAnswer } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [retrying, setRetrying] = useState(false);
  const answer = read !== null && read.id === id ? read.answer : initial;
  const askAgain = asGuest && answer === initial && initial.status === "missing" && auth.status === "user";

  useEffect(() => {
    if (id === undefined || (!askAgain && attempt === 0)) return;
    let left = false;
    setRetrying(true);
    void loadCar(api, id, (car) => rememberCars([car])).then((answer) => {
      if (left) return;
      setRead({ id, answer });
      setRetrying(false);
    });
    return () => {
      left = true;
    };
  }, [id, askAgain, attempt]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const car: CarDetails | null = answer.status === "found" ? answer.car : null;
  return {
    answer: retrying && car === null ? { status: "loading" } : answer,
    retry,
    own: car !== null && auth.status === "user" && auth.user.id === car.user,
  };
}
