/** Numbers below a slider of days, evenly spread from 0 to the most: by fives where they fit. */
export function dayMarks(most: number): readonly number[] {
  return most % 5 === 0 ? Array.from({ length: most / 5 + 1 }, (_, index) => index * 5) : [0, most];
}
