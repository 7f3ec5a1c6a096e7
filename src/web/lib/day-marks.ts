/** Numbers below a slider of days, evenly spaced from 0 to the maximum: by fives if they fit. */
export function dayMarks(most: number): readonly number[] {
  return most % 5 === 0 ? Array.from({ length: most / 5 + 1 }, (_, index) => index * 5) : [0, most];
}
