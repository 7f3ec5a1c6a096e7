import { expect, test } from "vitest";
import { searchOfAddress } from "./search-address.ts";
import { searchSubject } from "#domain/search/search-subject.ts";
import { isIndexable, searchDescription } from "./search-meta.ts";

const of = (query: string) => searchOfAddress(new URLSearchParams(query));

test.each([
  ["", "Vetura në shitje në Kosovë"],
  ["q=golf 7", "Rezultatet për «golf 7»"],
  ["brand=BMW&model=X5", "BMW X5 në shitje"],
  ["brand=Volkswagen,Audi&fuel=Diesel", "Volkswagen dhe Audi dizel në shitje"],
  ["fuel=Elektrik,Hybrid", "Vetura elektrike dhe hibride në shitje"],
  ["type=Wagon&fuel=Diesel", "Karavan dizel në shitje"],
  ["fuel=GPL&location=Pejë", "Vetura me gaz në shitje në Pejë"],
  ["brand=BMW&location=Prishtinë", "BMW në shitje në Prishtinë"],
  ["location=Pejë", "Vetura në shitje në Pejë"],
  ["maxPrice=5000", "Vetura në shitje në Kosovë"],
  ["near=42.66,21.16&within=30", "Vetura në shitje"],
])("the title of the search %j is %j", (query, subject) => {
  expect(searchSubject(of(query))).toBe(subject);
});

test("the description of a search has the number of cars in singular and plural", () => {
  expect(searchDescription(of("brand=BMW"), 1)).toMatch(/^1 veturë – BMW në shitje/);
  expect(searchDescription(of("brand=BMW"), 1234)).toMatch(/^1\.234 vetura – BMW në shitje/);
});

test.each([
  ["", true],
  ["brand=BMW", true],
  ["brand=BMW&location=Pejë", true],
  ["q=golf", false],
  ["brand=BMW&maxPrice=5000", false],
  ["brand=BMW,Audi,Opel,Ford", false],
])("the search %j may be indexed: %s", (query, indexable) => {
  expect(isIndexable(of(query))).toBe(indexable);
});
