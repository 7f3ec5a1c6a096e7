/** The effect `name`, times a factor. */
export interface Term {
  readonly name: string;
  readonly value: number;
}

const maxRounds = 500;
const precision = 1e-5;

/**
 * Ridge regression: least squares with a penalty per effect, which shrinks effects with few rows towards 0.
 * Solved by conjugate gradients on sparse rows: a car has some 40 of many thousand terms, and a dense matrix
 * would take minutes. Deterministic.
 */
export class Ridge {
  readonly names: readonly string[];
  readonly #rows: number;
  readonly #starts: Int32Array;
  readonly #columns: Int32Array;
  readonly #values: Float64Array;
  readonly #penalties: Float64Array;

  constructor(rows: Iterable<readonly Term[]>, penaltyOf: (name: string) => number) {
    const places = new Map<string, number>();
    const columns: number[] = [];
    const values: number[] = [];
    const ends: number[] = [];
    for (const terms of rows) {
      for (const { name, value } of terms) {
        let place = places.get(name);
        if (place === undefined) {
          place = places.size;
          places.set(name, place);
        }
        columns.push(place);
        values.push(value);
      }
      ends.push(columns.length);
    }
    this.#rows = ends.length;
    this.#starts = new Int32Array(ends.length + 1);
    this.#starts.set(ends, 1);
    this.names = [...places.keys()];
    this.#columns = Int32Array.from(columns);
    this.#values = Float64Array.from(values);
    this.#penalties = Float64Array.from(this.names, penaltyOf);
  }

  /**
   * The effects, in the order of `names`, that minimise the error. Rows of weight 0 are ignored. `start`: the
   * effects of a similar problem.
   */
  solve(targets: Float64Array, weights: Float64Array, start?: Float64Array): Float64Array {
    const size = this.names.length;
    const diagonal = this.#diagonal(weights);
    const solution = start === undefined ? new Float64Array(size) : Float64Array.from(start);
    const right = this.#transposed(targets.map((target, row) => target * (weights[row] ?? 0)));
    const image = this.#image(solution, weights);
    const residual = right.map((value, at) => value - (image[at] ?? 0));
    const scaled = residual.map((value, at) => value / (diagonal[at] ?? 1));
    const direction = Float64Array.from(scaled);
    let norm = dot(residual, scaled);
    const enough =
      precision ** 2 * right.reduce((sum, value, at) => sum + value ** 2 / (diagonal[at] ?? 1), 0);
    for (let round = 0; round < maxRounds && norm > enough; round++) {
      const turned = this.#image(direction, weights);
      const step = norm / dot(direction, turned);
      for (let at = 0; at < size; at++) {
        solution[at] = (solution[at] ?? 0) + step * (direction[at] ?? 0);
        residual[at] = (residual[at] ?? 0) - step * (turned[at] ?? 0);
        scaled[at] = (residual[at] ?? 0) / (diagonal[at] ?? 1);
      }
      const before = norm;
      norm = dot(residual, scaled);
      for (let at = 0; at < size; at++) {
        direction[at] = (scaled[at] ?? 0) + (norm / before) * (direction[at] ?? 0);
      }
    }
    return solution;
  }

  /** The sum of each row with these effects. */
  sums(effects: Float64Array): Float64Array {
    const sums = new Float64Array(this.#rows);
    for (let row = 0; row < this.#rows; row++) {
      const end = this.#starts[row + 1] ?? 0;
      let sum = 0;
      for (let at = this.#starts[row] ?? 0; at < end; at++) {
        sum += (this.#values[at] ?? 0) * (effects[this.#columns[at] ?? 0] ?? 0);
      }
      sums[row] = sum;
    }
    return sums;
  }

  #transposed(vector: Float64Array): Float64Array {
    const result = new Float64Array(this.names.length);
    for (let row = 0; row < this.#rows; row++) {
      const factor = vector[row] ?? 0;
      if (factor === 0) continue;
      const end = this.#starts[row + 1] ?? 0;
      for (let at = this.#starts[row] ?? 0; at < end; at++) {
        const column = this.#columns[at] ?? 0;
        result[column] = (result[column] ?? 0) + (this.#values[at] ?? 0) * factor;
      }
    }
    return result;
  }

  /** (XᵀWX + penalties) × vector. */
  #image(vector: Float64Array, weights: Float64Array): Float64Array {
    const sums = this.sums(vector);
    for (let row = 0; row < this.#rows; row++) sums[row] = (sums[row] ?? 0) * (weights[row] ?? 0);
    const result = this.#transposed(sums);
    for (let at = 0; at < result.length; at++) {
      result[at] = (result[at] ?? 0) + (this.#penalties[at] ?? 0) * (vector[at] ?? 0);
    }
    return result;
  }

  #diagonal(weights: Float64Array): Float64Array {
    const result = Float64Array.from(this.#penalties);
    for (let row = 0; row < this.#rows; row++) {
      const weight = weights[row] ?? 0;
      const end = this.#starts[row + 1] ?? 0;
      for (let at = this.#starts[row] ?? 0; at < end; at++) {
        const column = this.#columns[at] ?? 0;
        result[column] = (result[column] ?? 0) + (this.#values[at] ?? 0) ** 2 * weight;
      }
    }
    // A term without a weighted row.
    return result.map((value) => value || 1);
  }
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
