/**
 * Generations that people search by name, with their years on sale in Europe (overlapping at a change of
 * model). A null end is the current one. From the makers' model histories.
 */
export interface Generation {
  brand: string;
  model: string;
  /** Compared without spaces and accents. */
  names: readonly string[];
  from: number;
  to: number | null;
  /** Models that begin with the name but are not of this generation. */
  except?: readonly string[];
}

const roman = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii"];

function numbered(
  brand: string,
  model: string,
  names: readonly string[],
  years: readonly [string, number, number | null][],
  except: readonly string[] = [],
) {
  return years.map(([generation, from, to]): Generation => ({
    brand,
    model,
    except,
    names: names.flatMap((name) => [
      `${name} ${generation}`,
      ...(/^\d$/.test(generation)
        ? [`${name} mk${generation}`, `${name} ${roman[Number(generation)] ?? ""}`]
        : []),
    ]),
    from,
    to,
  }));
}

function coded(brand: string, model: string, years: readonly [string, number, number | null][]) {
  return years.map(([code, from, to]): Generation => ({ brand, model, names: code.split(" "), from, to }));
}

export const generations: readonly Generation[] = [
  ...numbered(
    "Volkswagen",
    "Golf",
    ["golf"],
    [
      ["2", 1983, 1992],
      ["3", 1991, 1999],
      ["4", 1997, 2006],
      ["5", 2003, 2009],
      ["6", 2008, 2014],
      ["7", 2012, 2021],
      // The facelift of the seventh, as people call it.
      ["7.5", 2017, 2021],
      ["8", 2019, null],
    ],
  ),
  ...numbered(
    "Volkswagen",
    "Passat",
    ["passat", "pasat"],
    [
      ["b5", 1996, 2005],
      ["5", 1996, 2005],
      ["b6", 2005, 2010],
      ["6", 2005, 2010],
      ["b7", 2010, 2015],
      ["7", 2010, 2015],
      ["b8", 2014, 2024],
      ["8", 2014, 2024],
      ["b9", 2023, null],
    ],
    ["Passat CC"],
  ),
  ...numbered(
    "Škoda",
    "Octavia",
    ["octavia", "oktavia"],
    [
      ["1", 1996, 2010],
      ["2", 2004, 2013],
      ["3", 2012, 2020],
      ["4", 2019, null],
    ],
  ),
  ...numbered(
    "Renault",
    "Clio",
    ["clio"],
    [
      ["2", 1998, 2012],
      ["3", 2005, 2014],
      ["4", 2012, 2021],
      ["5", 2019, null],
    ],
  ),
  ...numbered(
    "Renault",
    "Mégane",
    ["megane"],
    [
      ["2", 2002, 2009],
      ["3", 2008, 2016],
      ["4", 2015, 2024],
    ],
  ),
  ...numbered(
    "Opel",
    "Astra",
    ["astra"],
    [
      ["g", 1998, 2009],
      ["h", 2004, 2014],
      ["j", 2009, 2018],
      ["k", 2015, 2022],
      ["l", 2021, null],
    ],
  ),
  ...numbered(
    "Opel",
    "Corsa",
    ["corsa"],
    [
      ["c", 2000, 2006],
      ["d", 2006, 2014],
      ["e", 2014, 2019],
      ["f", 2019, null],
    ],
  ),
  ...numbered(
    "Audi",
    "A4",
    ["a4"],
    [
      ["b5", 1994, 2001],
      ["b6", 2000, 2006],
      ["b7", 2004, 2008],
      ["b8", 2007, 2016],
      ["b9", 2015, null],
    ],
  ),
  ...numbered(
    "Audi",
    "A6",
    ["a6"],
    [
      ["c5", 1997, 2005],
      ["c6", 2004, 2011],
      ["c7", 2010, 2018],
      ["c8", 2018, null],
    ],
  ),
  ...numbered(
    "Audi",
    "A3",
    ["a3"],
    [
      ["8p", 2003, 2013],
      ["8v", 2012, 2020],
      ["8y", 2020, null],
    ],
  ),
  ...coded("Volkswagen", "Transporter", [
    ["t4", 1990, 2003],
    ["t5", 2003, 2015],
    ["t6", 2015, 2024],
  ]),
  ...coded("BMW", "1 Series", [
    ["e81 e82 e87", 2004, 2013],
    ["f20 f21", 2011, 2019],
    ["f40", 2019, null],
  ]),
  ...coded("BMW", "3 Series", [
    ["e36", 1990, 2000],
    ["e46", 1997, 2006],
    ["e90 e91 e92 e93", 2004, 2013],
    ["f30 f31", 2011, 2019],
    ["g20 g21", 2018, null],
  ]),
  ...coded("BMW", "5 Series", [
    ["e39", 1995, 2004],
    ["e60 e61", 2003, 2010],
    ["f10 f11", 2009, 2017],
    ["g30 g31", 2016, 2023],
  ]),
  ...coded("BMW", "7 Series", [
    ["e38", 1994, 2001],
    ["e65 e66", 2001, 2008],
    ["f01 f02", 2008, 2015],
    ["g11 g12", 2015, 2022],
  ]),
  ...coded("BMW", "X5", [
    ["e53", 1999, 2006],
    ["e70", 2006, 2013],
    ["f15", 2013, 2018],
    ["g05", 2018, null],
  ]),
  ...coded("BMW", "X3", [
    ["e83", 2003, 2010],
    ["f25", 2010, 2017],
    ["g01", 2017, null],
  ]),
  ...coded("BMW", "X6", [
    ["e71", 2008, 2014],
    ["f16", 2014, 2019],
    ["g06", 2019, null],
  ]),
  ...coded("Mercedes-Benz", "C-Class", [
    ["w202 s202", 1993, 2001],
    ["w203 s203", 2000, 2007],
    ["w204 s204", 2007, 2015],
    ["w205 s205", 2014, 2021],
    ["w206 s206", 2021, null],
  ]),
  ...coded("Mercedes-Benz", "E-Class", [
    ["w210 s210", 1995, 2003],
    ["w211 s211", 2002, 2009],
    ["w212 s212", 2009, 2016],
    ["w213 s213", 2016, 2024],
    ["w214 s214", 2023, null],
  ]),
  ...coded("Mercedes-Benz", "S-Class", [
    ["w220", 1998, 2005],
    ["w221", 2005, 2013],
    ["w222", 2013, 2020],
    ["w223", 2020, null],
  ]),
  ...coded("Mercedes-Benz", "A-Class", [
    ["w168", 1997, 2004],
    ["w169", 2004, 2012],
    ["w176", 2012, 2018],
    ["w177", 2018, null],
  ]),
  ...coded("Mercedes-Benz", "ML", [
    ["w163", 1997, 2005],
    ["w164", 2005, 2011],
    ["w166", 2011, 2019],
  ]),
];
