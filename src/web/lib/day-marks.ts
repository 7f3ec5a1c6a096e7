/** Numbers below a slider of days, evenly spaced from 0 to the maximum: in steps of five if possible. */
export function dayMarks(most: number): readonly number[] {
  return most % 5 === 0 ? Array.from({ length: most / 5 + 1 }, (_, index) => index * 5) : [0, most];
}
