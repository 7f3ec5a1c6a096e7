import { renderToString } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { keepMarkup } from "./kept-markup.ts";

const drawn: string[] = [];
/** Called by whatever draws a card. */
const note = (name: string): string => {
  drawn.push(name);
  return name;
};

function Card({ name, price }: { name: string; price: number | null }) {
  return (
    <p>
      {note(name)}: {price} €
    </p>
  );
}

beforeEach(() => {
  drawn.length = 0;
});

test("what is kept is what React would draw, drawn once for each set of props", () => {
  const card = keepMarkup(Card, 10);
  const golf = { name: "Golf <7>", price: 9_500 };
  const first = card(golf);
  expect(card({ ...golf })).toBe(first);
  expect(card({ ...golf, price: null }).__html).not.toBe(first.__html);
  expect(drawn).toEqual(["Golf <7>", "Golf <7>"]);
  expect(first.__html).toBe(renderToString(<Card {...golf} />));
});

test("as many are kept as may be, and the longest unused go first", () => {
  const card = keepMarkup(Card, 2);
  card({ name: "A", price: 1 });
  card({ name: "B", price: 1 });
  card({ name: "A", price: 1 });
  card({ name: "C", price: 1 });
  card({ name: "A", price: 1 });
  card({ name: "B", price: 1 });
  expect(drawn).toEqual(["A", "B", "C", "B"]);
});
