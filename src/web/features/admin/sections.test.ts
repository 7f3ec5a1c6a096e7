import { describe, expect, it } from "vitest";
import { readSection, sectionGroups, sections, waitingIn } from "./section-table.tsx";
import { sameSection, sectionAddress } from "./sections.ts";

describe("a tab in the address", () => {
  it("the admin section is the overview when the address names none", () => {
    expect(readSection(new URLSearchParams(""))).toBe("overview");
    expect(readSection(new URLSearchParams("tab=nothing"))).toBe("overview");
    expect(sectionAddress("overview")).toBe("/admin");
  });

  it.each(sections.map(({ name }) => name))("the admin section %s reads back from its address", (section) => {
    const address = new URL(sectionAddress(section, { q: "ë ç" }), "https://vetura.example");
    expect(readSection(address.searchParams)).toBe(section);
    expect(address.searchParams.get("q")).toBe("ë ç");
  });

  it("another page of a list stays in its section", () => {
    expect(sameSection(new URLSearchParams("tab=cars&q=golf"), { page: "2" })).toBe("/admin?tab=cars&page=2");
    expect(sameSection(new URLSearchParams(""), {})).toBe("/admin");
  });
});

const waiting = {
  reports: 2,
  reviews: 0,
  models: 3,
  posts: 4,
  postsOverdue: 1,
  verifications: 0,
  codes: 5,
  unfulfilled: 0,
  refundsDue: 6,
  disputes: 1,
  invoices: 0,
  failedJobs: 7,
};
const stats = {
  totalUsers: 1234,
  totalDealers: 0,
  totalCars: 5,
  activeCars: 5,
  soldCars: 0,
  recentUsers: [],
  recentCars: [],
  waiting,
};

describe("the navigation of the sections", () => {
  it("the specification's three stand first, and three groups have the rest", () => {
    const groups = sectionGroups(stats);
    expect(groups.map(({ title }) => title)).toEqual([undefined, "Tregu", "Paratë", "Faqja"]);
    const labels = groups.flatMap(({ items }) => items.map(({ label }) => label));
    expect(labels.slice(0, 3)).toEqual(["Përmbledhje", "Përdoruesit (1.234)", "Veturat (5)"]);
    expect(labels).toHaveLength(sections.length);
  });

  it("a section counts all that waits in it, and nothing before that is known", () => {
    const counts = (known: typeof stats | undefined) =>
      Object.fromEntries(
        sectionGroups(known).flatMap(({ items }) => items.map(({ to, count }) => [to, count])),
      );
    expect(counts(stats)).toMatchObject({
      "/admin": 0,
      "/admin?tab=reports": 2,
      "/admin?tab=verifications": 0,
      "/admin?tab=models": 8,
      "/admin?tab=payments": 7,
      "/admin?tab=health": 7,
    });
    expect(Object.values(counts(undefined)).every((count) => count === 0)).toBe(true);
  });
});

it("the overview names what waits, what is urgent first, each with its address", () => {
  expect(waitingIn(undefined)).toBeUndefined();
  expect(waitingIn(stats)?.map(({ to, count }) => [to, count])).toEqual([
    ["/admin?tab=reports", 2],
    ["/admin?tab=social", 4],
    ["/admin?tab=payments&status=disputed", 1],
    ["/admin?tab=health", 7],
    ["/admin?tab=models", 3],
    ["/admin?tab=models&view=codes", 5],
    ["/admin?tab=payments&status=paid", 6],
  ]);
});
