import * as fc from "#testing/properties.ts";
import { describe, expect, test } from "vitest";
import { hasPhone, maskPhones, maskThoroughly } from "./mask-phones.ts";

const masked = (text: string) => maskPhones(text, "@");

describe("phone numbers in free text", () => {
  test.each([
    "044 123 456",
    "044-123-456",
    "044/123-456",
    "044.123.456",
    "044 12 34 56",
    "(044) 123 456",
    "044123456",
    "0 44 123 456",
    "0-44-123-456",
    "0 4 4 1 2 3 4 5 6",
    "O44 123 456",
    "o44 1oo 2oo",
    "044 1OO 2OO",
    "+383 44 123 456",
    "+383 (0) 44 123 456",
    "+383(0)44123456",
    "(+383) 44 123 456",
    "+38344123456",
    "+383-44-123-456",
    "+ 383 44 123 456",
    "00383 44 123 456",
    "0038344123456",
    "00 383 44 123 456",
    "383 44 123 456",
    "38344123456",
    "44 123 456",
    "49-123-456",
    "44123456",
    "038 200 123",
    "038/200-123",
    "0280 12345",
    "+355 69 123 4567",
    "069 123 4567",
    "0691234567",
    "00355 69 12 34 567",
    "355691234567",
    "+49 176 12345678",
    "+49 (0)176 1234 5678",
    "0176 1234 5678",
    "0176/12345678",
    "0049 176 12345678",
    "0711 123456",
    "+41 79 123 45 67",
    "+41 (0)79 123 45 67",
    "079 123 45 67",
    "0041791234567",
    "044 123 45 67",
    "06 12 34 56 78",
    "+43 664 1234567",
    "+389 70 123 456",
    "+44 7700 900123",
    "+1 (212) 555-0100",
    "٠٤٤ ١٢٣ ٤٥٦",
    "０４４ １２３ ４５６",
    "0️⃣4️⃣4️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣",
    "𝟬𝟰𝟰 𝟭𝟮𝟯 𝟰𝟱𝟲",
    "044\n123\n456",
    "044\r\n123\r\n456",
    "044 \n\n   123 \n\n   456",
    "0 44\n123\n456",
    "038\n200\n123",
    "0\n4\n4\n1\n2\n3\n4\n5\n6",
    "+383\n44\n123\n456",
    "383\n44\n123\n456",
    "383x44x123x456",
    "00383\n44 123\n456",
    "+49\n176\n12345678",
    "070\n123\n456",
    "044=123=456",
    "044:123:456",
    "044;123;456",
    "044#123#456",
    "044x123x456",
    "044 X 123 X 456",
    "044×123×456",
    "44:123:456",
    "0=4=4=1=2=3=4=5=6",
    "0:4:4:1:2:3:4:5:6",
    "0;4;4;1;2;3;4;5;6",
    "0#4#4#1#2#3#4#5#6",
    "0x4x4x1x2x3x4x5x6",
    "O44x1oox2oo",
    "04:41:23:45:6",
    "+383:44;123=456",
  ])("maskPhones hides %j", (phone) => {
    expect(masked(phone).replace(/[()]|\uFE0F|\u20E3/g, "")).toBe("@");
    expect(masked(`Tel: ${phone}.`)).toContain("@.");
  });

  test("maskPhones leaves the text around a phone number unchanged", () => {
    expect(masked("Viti 2015 045 123 456 200.000 km")).toBe("Viti 2015 @ 200.000 km");
    expect(masked("044 123 456 / 049 654 321")).toBe("@ / @");
    expect(masked("Çmimi 9900, (044 123 456)")).toBe("Çmimi 9900, (@)");
    expect(masked("tel044123456viber")).toBe("tel@viber");
    expect(masked("2024-05-01 044 123 456")).toBe("2024-05-01 @");
    expect(masked("12.500 € 044/123-456 ose 049-123-456, 2.0 TDI")).toBe("12.500 € @ ose @, 2.0 TDI");
    expect(masked("wa.me/38344123456")).toBe("wa.me/@");
    expect(masked("2015\n150000\n044\n123\n456\n1968 cm3")).toBe("2015\n150000\n@\n1968 cm3");
    expect(masked("+49 171 1234567\n5 dyer")).toBe("@\n5 dyer");
    expect(masked("Hapur 08:00-16:00, 044:123:456")).toBe("Hapur 08:00-16:00, @");
    expect(masked("WVWZZZ1JZ3W386752 x 044x123x456")).toBe("WVWZZZ1JZ3W386752 x @");
    expect(masked("0711 123456 2012")).toBe("@ 2012");
  });
});

describe("numbers that are no phone numbers", () => {
  test.each([
    "1.6 TDI",
    "2.0 16V",
    "1.9 TDI 105 PS 2009 190000 km",
    "12.500 €",
    "150.000 km",
    "150 000 km",
    "1.250.000 €",
    "5 000 000",
    "2015",
    "2014/2015",
    "0-100 km/h në 7.9 s",
    "0 - 100 7.9 2015",
    "0 km",
    "03.08.2026",
    "01.02.2023-01.02.2024",
    "1/2/2024",
    "05/2023",
    "06.2019, 180.000 km",
    "2024-05-01",
    "WVWZZZ1JZ3W386752",
    "ZFA31200000123456",
    "WBA3A5C50CF256985",
    "205/55 R16 91V",
    "225/45/17",
    "1.598 cm³ 77 kW",
    "10 050 123 000 km",
    "12.050.123 km",
    "Nr. 10001",
    "08:30 - 16:00",
    "0.9 TCe",
    "0 445 110 183",
    "03L 130 277 J",
    "45.000 - 50.000 km",
    "2004 1600 140000 6500",
    "2008 2010 2012 2014 2016",
    "4x4 6+1 5/5",
    "100% 24/7",
    "2015\n150000\n1968 cm3",
    "2015;150000;1968;110",
    "200 045\n2015\n15",
    "1 004\n300 000\n1.000",
    "49\n150000\n2015",
    "49; 150000; 2015",
    "2,0; 28.000; 2; 00:00",
    "45\n150\n205",
    "0.45\n150\n000",
    "07\n75\n150000",
    "Full+4x4\n2015\n150000",
    "6+1 2015 150000",
    "1.9 x 2",
    "45x120x200 cm",
    "48x150x205 45x150x205",
    "205x55x16",
    "08:00-16:00",
    "08:00-16:00, 09:00-14:00",
    "08:45-16:00, 17:30",
    "08:00 2015 150000",
    "04:30\n15000",
    "04:30; 15000",
    "12.500,00 2015 150000",
    "16:9 4:3 1:18",
    "1968 cm3\n110 kW\n5 dyer\n4 x 4",
  ])("maskPhones leaves %j unchanged", (text) => {
    expect(masked(text)).toBe(text);
  });
});

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((all) => all.join(""));
const separator = fc.constantFrom("", " ", "-", ".", "/", " - ");

test("maskPhones hides every common spelling of a Kosovo mobile number in any text", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("+383 ", "+383", "00383 ", "00383", "0", "+383 (0)", "+383-", "+383/"),
      fc.constantFrom("43", "44", "45", "46", "48", "49"),
      digits(6),
      separator,
      fc.constantFrom([3, 3], [2, 2, 2], [6]),
      fc.constantFrom("", "Viti 2016, 1.6 TDI, ", "Tel ", "9.900 € ", "Kontakt:", "03.08.2026 "),
      fc.constantFrom("", " Prishtinë", ". Viti 2015", ", 12.500 €", " 2015"),
      (prefix, operator, rest, gap, sizes, before, after) => {
        const parts: string[] = [];
        let place = 0;
        for (const size of sizes) {
          parts.push(rest.slice(place, place + size));
          place += size;
        }
        expect(masked(`${before}${prefix}${operator}${gap}${parts.join(gap)}${after}`)).toBe(
          `${before}@${after}`,
        );
      },
    ),
  );
});

test("maskPhones leaves prices, kilometres, years and engine sizes in any order", () => {
  const fact = fc.oneof(
    fc.integer({ min: 1990, max: 2027 }).map((year) => `viti ${year}`),
    fc.integer({ min: 1000, max: 5_000_000 }).map((price) => `${price} €`),
    fc.integer({ min: 1, max: 5_000 }).map((price) => `${price}.000 €`),
    fc.integer({ min: 1, max: 2_000 }).map((km) => `${km} 000 km`),
    fc.integer({ min: 0, max: 2_000_000 }).map((km) => `${km} km`),
    fc.constantFrom("1.6 TDI", "2.0 16V", "0.9 TCe", "3.0 V6", "105 PS", "77 kW", "1.998 cm³"),
    fc
      .tuple(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1990, max: 2030 }),
      )
      .map(
        ([day, month, year]) => `${String(day).padStart(2, "0")}.${String(month).padStart(2, "0")}.${year}`,
      ),
    fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1990, max: 2030 }))
      .map(([month, year]) => `${String(month).padStart(2, "0")}/${year}`),
  );
  fc.assert(
    fc.property(
      fc.array(fact, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(", ", " ", "; ", "\n"),
      (facts, gap) => {
        const text = facts.join(gap);
        expect(masked(text)).toBe(text);
      },
    ),
  );
});

const oneOfEach = (gaps: readonly string[]) => fc.constantFrom(...gaps);
const narrow = oneOfEach(Array.from(" -./()_,*·•|~'’=:;#xX×\n").concat("", "\r\n", " \n\n ", "-\n"));
const between = fc.oneof(
  fc.array(narrow, { minLength: 1, maxLength: 3 }),
  oneOfEach([" = ", " : ", " x ", " ; ", " # ", " - ", " \n- "]).map((wide) => [wide]),
);
const country = oneOfEach(["+383 43", "+383 44", "+383 49", "+355 67", "+355 69", "+389 70", "+389 75"]);
const mobile = fc.oneof(
  fc.tuple(country, digits(6), fc.constantFrom("", "7")).map(([start, rest, more]) => {
    const [code = "", operator = ""] = start.split(" ");
    return {
      code,
      operator,
      rest: code === "+355" ? `${rest}7` : code === "+389" ? rest : `${rest}${more}`.slice(0, 6),
    };
  }),
  fc
    .tuple(fc.constantFrom("151", "160", "171", "176"), digits(8), fc.integer({ min: 7, max: 8 }))
    .map(([operator, rest, length]) => ({ code: "+49", operator, rest: rest.slice(0, length) })),
);

/** The figures in the groups that people write: all at once, one by one, or by twos and threes. */
function grouped(rest: string, sizes: readonly number[]): string[] {
  const parts: string[] = [];
  let place = 0;
  for (let turn = 0; place < rest.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    parts.push(rest.slice(place, place + size));
    place += size;
  }
  return parts;
}

test("maskPhones hides a whole mobile number of Kosovo and its neighbours with any separators", () => {
  fc.assert(
    fc.property(
      mobile,
      fc.constantFrom("+", "00", "0"),
      fc.constantFrom([8], [3, 3], [2, 2], [3, 4], [1]),
      between,
      fc.constantFrom("", "Viti 2016, 1.6 TDI, ", "Tel:", "9.900 €\n", "2015\n150000\n", "08:00-16:00\n"),
      fc.constantFrom(
        "",
        "\nPrishtinë",
        "\n1.9 TDI",
        ". Viti 2015",
        "\n12.500 €",
        "\n2015\n150000 km",
        ", viber",
      ),
      ({ code, operator, rest }, form, sizes, gaps, before, after) => {
        const start =
          form === "0" ? [`0${operator}`] : [`${form === "+" ? "+" : "00"}${code.slice(1)}`, operator];
        const number = [...start, ...grouped(rest, sizes)]
          .map((part, place) => `${place > 0 ? (gaps[place % gaps.length] ?? "") : ""}${part}`)
          .join("");
        expect(masked(`${before}${number}${after}`)).toBe(`${before}@${after}`);
      },
    ),
    { numRuns: 3_000 },
  );
});

const number = (min: number, max: number) => fc.integer({ min, max }).map(String);
const twoPlaces = (value: number) => String(value).padStart(2, "0");

test("maskPhones leaves one to four facts on lines of their own or between semicolons", () => {
  const fact = fc.oneof(
    number(1950, 2027),
    number(500, 400_000),
    fc.integer({ min: 1, max: 400 }).map((thousands) => `${thousands} 000`),
    fc.integer({ min: 1, max: 400 }).map((thousands) => `${thousands}.000`),
    fc.tuple(number(1, 400), digits(3)).map((parts) => parts.join(" ")),
    number(600, 6_500),
    number(50, 350),
    number(2, 9),
    fc
      .tuple(
        fc.integer({ min: 0, max: 23 }),
        fc.constantFrom("00", "15", "30", "45"),
        fc.constantFrom("", "-16:00"),
      )
      .map(([hour, minute, until]) => `${twoPlaces(hour)}:${minute}${until}`),
    fc
      .tuple(number(1, 28), fc.constantFrom(".", "/"), number(2000, 2030))
      .map(([day, sign, year]) => [day, "11", year].join(sign)),
    fc.tuple(number(155, 295), number(30, 80), number(14, 22)).map(([w, h, r]) => `${w}/${h} R${r}`),
    fc.tuple(number(10, 250), number(10, 250), number(10, 250)).map((sides) => sides.join("x")),
    fc.constantFrom(
      "4x4",
      "4 x 4",
      "1.9 x 2",
      "1.9",
      "2,0",
      "1968 cm3",
      "6+1",
      "16:9",
      "1:18",
      "0 km",
      "5/5",
    ),
    fc.constantFrom("WVWZZZ1JZ3W386752", "ZFA31200000123456", "1FAFP40634F172825"),
  );
  fc.assert(
    fc.property(
      fc.array(fact, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("\n", "\r\n", "\n\n", ";\n", " \n", "; "),
      (facts, gap) => {
        const text = facts.join(gap);
        expect(masked(text)).toBe(text);
      },
    ),
    { numRuns: 10_000 },
  );
});

test("maskPhones needs for 5,000 digits and separators at most ten times the time for 1,000", () => {
  for (const piece of [
    "0",
    "0 ",
    "044.",
    "+(",
    "0x",
    "4\n",
    "(0)",
    "+4\n(",
    "00:",
    " \n",
    " ",
    "= : ; # x",
    "+49\n1 ",
    "383\n44\n",
    "1A",
    "0o",
    "x",
  ]) {
    const text = piece.repeat(5_000).slice(0, 5_000);
    const fastest = (length: number) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const started = performance.now();
          hasPhone(text.slice(0, length));
          return performance.now() - started;
        }),
      );
    expect(fastest(5_000), JSON.stringify(piece)).toBeLessThan(Math.max(20, 10 * fastest(1_000)));
  }
});

test("maskPhones is fast on any text and idempotent", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(masked(masked(text))).toBe(masked(text));
    }),
  );
  const started = performance.now();
  for (const text of [
    "0".repeat(5_000),
    "0 ".repeat(2_500),
    "044.".repeat(1_250),
    "+(".repeat(2_500),
    "1A".repeat(2_500),
  ]) {
    hasPhone(text);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("the quick check before the thorough one misses no phone number", () => {
  const sign = fc.constantFrom(
    ...Array.from("00112344445689oO +-/.()_,*·•|~'’=:;#×\n\n \u200b\ufe0f٠٤٣４①x"),
  );
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 32 }), (text) => {
      expect(masked(text)).toBe(maskThoroughly(text, "@"));
    }),
    { numRuns: 20_000 },
  );
});
