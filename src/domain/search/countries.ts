import { featureLabels } from "#domain/messages/features.ts";
import { listed } from "./listed.ts";

/** A country of origin in searches and texts; folded, `*` for any ending. */
export interface Country {
  id: keyof typeof featureLabels.countries;
  asked: readonly string[];
  said: readonly string[];
}

/** Adjectives are excluded: a German car need not come from Germany. */
const table = `
de: gjermani, gjermania, gjermanise, gjermanis, gjermanija, germani, germania, gjermaniti, deutschland, germany, nemacka, nemacke
  > gjermani*, germani*, deutschland, germany
ch: zvicer, zvicra, zvicres, zvicerr, zvicrra, zvicrre, zvicrres, zvicerra, schweiz, switzerland, svajcarska, svajcarske > zvice*, zvicr*, schweiz, switzerland
it: itali, italia, italise, italis, italija, italy, italien > itali, italia, italise, italine, italien, italy
fr: france, franca, frances, francen, frankreich, francuska > france, franca, frances, francen, frankreich
at: austri, austria, austrise, austris, osterreich > austri, austria, austrise, austrine, osterreich
be: belgjike, belgjika, belgjikes, belgji, belgien, belgium > belgjik*, belgji, belgjia, belgien, belgium
nl: holande, holanda, holandes, hollande, hollanda, holland > holande, holanda, holandes, holanden, holland
lu: luksemburg, luksemburgu, luksemburgut > luksemburg*, luxemburg*
se: suedi, suedia, suedise, schweden, sweden > suedi, suedia, suedise, suedine, schweden, sweden
no: norvegji, norvegjia, norvegjise > norvegji, norvegjia, norvegjise
dk: danimarke, danimarka, danimarkes > danimark*
fi: finlande, finlanda, finlandes > finland*
si: slloveni, sllovenia, sllovenise, slovenia, slovenija > slloveni, sllovenia, sllovenise, slovenia, slovenija
hr: kroaci, kroacia, kroacise, hrvatska > kroaci, kroacia, kroacise, hrvatska
es: spanje, spanja, spanjes > spanje, spanja, spanjes
gb: angli, anglia, anglise > angli, anglia, anglise
pl: poloni, polonia, polonise > poloni, polonia, polonise
cz: ceki, cekia, cekise > ceki, cekia, cekise
`;

const isCountry = (id: string): id is Country["id"] => id in featureLabels.countries;

/** Countries whose cars are imported to Kosovo. */
export const countries: readonly Country[] = table
  .trim()
  .split(/\n(?=\w)/)
  .flatMap((line) => {
    const [id = "", lists = ""] = line.split(":");
    const [asked = "", said = ""] = lists.split(">");
    return isCountry(id) ? [{ id, asked: listed(asked), said: listed(said) }] : [];
  });

/** Words before a country that a car comes from; together they are one phrase. */
export const comingWords: ReadonlySet<string> = new Set(
  listed(
    "nga, prej, ne, import, importi, importuar, ardhur, ardhun, ardhme, sjelle, sjellur, sjellun, blere, from, aus, der, iz",
  ),
);

/** Words before a country where somebody goes or lives, which is not the car's origin. */
export const leavingStems: readonly string[] = listed(
  "shku, kthi, kthe, udhet, largi, emigr, jeto, puno, gjend, nis, shpernguli",
);
