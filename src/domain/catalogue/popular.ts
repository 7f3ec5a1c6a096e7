/**
 * Popularity on Kosovo's roads: the order of brands and models in pickers if nothing else orders them.
 * Estimated, not counted. A missing name comes later and loses nothing.
 */
export const popularBrands: readonly string[] = [
  "Volkswagen",
  "Mercedes-Benz",
  "BMW",
  "Audi",
  "Opel",
  "Škoda",
  "Ford",
  "Peugeot",
  "Renault",
  "Toyota",
  "Hyundai",
  "Fiat",
];

/** "Brand Model", the most popular first. */
export const popularModels: readonly string[] = [
  "Volkswagen Golf",
  "Volkswagen Passat",
  "Audi A4",
  "Mercedes-Benz C-Class",
  "Mercedes-Benz E-Class",
  "BMW 3 Series",
  "BMW 5 Series",
  "Audi A6",
  "Škoda Octavia",
  "Audi A3",
  "Volkswagen Polo",
  "Volkswagen Tiguan",
  "Opel Astra",
  "Opel Corsa",
  "Volkswagen Touran",
  "Volkswagen Caddy",
  "Volkswagen Transporter",
  "Volkswagen Touareg",
  "Mercedes-Benz A-Class",
  "Mercedes-Benz B-Class",
  "Mercedes-Benz S-Class",
  "Mercedes-Benz ML",
  "Mercedes-Benz Vito",
  "Mercedes-Benz Sprinter",
  "BMW X5",
  "BMW X3",
  "BMW 1 Series",
  "BMW 7 Series",
  "Audi Q5",
  "Audi Q7",
  "Audi A5",
  "Škoda Superb",
  "Škoda Fabia",
  "Opel Zafira",
  "Opel Insignia",
  "Opel Vectra",
  "Ford Focus",
  "Ford Fiesta",
  "Ford Mondeo",
  "Ford Kuga",
  "Ford Transit",
  "Peugeot 206",
  "Peugeot 207",
  "Peugeot 307",
  "Peugeot 308",
  "Peugeot 3008",
  "Renault Clio",
  "Renault Mégane",
  "Renault Scénic",
  "Toyota Yaris",
  "Toyota Corolla",
  "Toyota RAV4",
  "Toyota Auris",
  "Hyundai Tucson",
  "Hyundai i30",
  "Hyundai Santa Fe",
  "Fiat Punto",
  "Fiat 500",
  "Fiat Panda",
  "Kia Sportage",
  "Nissan Qashqai",
  "SEAT Leon",
  "SEAT Ibiza",
  "SEAT Ateca",
  "Citroën C3",
  "Citroën Berlingo",
  "Dacia Duster",
  "Dacia Logan",
  "Mazda 6",
  "Honda Civic",
  "Volvo XC60",
  "Land Rover Range Rover",
];

const ranks = new Map(popularModels.map((name, rank) => [name, rank]));
const brandRanks = new Map(popularBrands.map((name, rank) => [name, rank]));

/** Lower is more popular; unlisted models follow the listed ones, by brand. */
export function modelRank(brand: string, model: string): number {
  return (
    ranks.get(`${brand} ${model}`) ?? popularModels.length + (brandRanks.get(brand) ?? popularBrands.length)
  );
}

/** Brands, the popular ones first, the others in their order. */
export function popularFirst(brands: readonly string[]): string[] {
  const first = popularBrands.filter((brand) => brands.includes(brand));
  return [...first, ...brands.filter((brand) => !brandRanks.has(brand))];
}
