/** A weighted sum: the effect of `name` times `value`. */
export interface Term {
  readonly name: string;
  readonly value: number;
}

export interface RidgeRow {
  readonly terms: readonly Term[];
  readonly target: number;
  readonly weight: number;
}

const mostRounds = 400;
const precision = 1e-7;

/**
 * Least squares with a penalty for each effect (ridge regression), which is what shrinks effects with few rows towards 0.
 * Solved by conjugate gradients on the sparse rows: a car has some 30 terms of some thousand. The same rows in the same
 * order give the same effects.
 */
export function fitRidge(
  rows: readonly RidgeRow[],
  penaltyOf: (name: string) => number,
): Map<string, number> {
  const places = new Map<string, number>();
  const starts = new Int32Array(rows.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  rows.forEach((row, number) => {
    for (const { name, value } of row.terms) {
      if (value === 0) continue;
      let place = places.get(name);
      if (place === undefined) {
        place = places.size;
        places.set(name, place);
      }
      columns.push(place);
      values.push(value);
    }
    starts[number + 1] = columns.length;
  });
  const names = [...places.keys()];
  const matrix = new SparseMatrix(starts, Int32Array.from(columns), Float64Array.from(values));
  const weights = Float64Array.from(rows, (row) => row.weight);
  const penalties = Float64Array.from(names, penaltyOf);
  const targets = Float64Array.from(rows, (row) => row.target * row.weight);
  const solution = solve(matrix, weights, penalties, matrix.transposedTimes(targets, names.length));
  return new Map(names.map((name, place) => [name, solution[place] ?? 0]));
}

class SparseMatrix {
  readonly #starts: Int32Array;
  readonly #columns: Int32Array;
  readonly #values: Float64Array;

  constructor(starts: Int32Array, columns: Int32Array, values: Float64Array) {
    this.#starts = starts;
    this.#columns = columns;
    this.#values = values;
  }

  times(vector: Float64Array): Float64Array {
    const result = new Float64Array(this.#starts.length - 1);
    for (let row = 0; row < result.length; row++) {
      let sum = 0;
      const end = this.#starts[row + 1] ?? 0;
      for (let at = this.#starts[row] ?? 0; at < end; at++) {
        sum += (this.#values[at] ?? 0) * (vector[this.#columns[at] ?? 0] ?? 0);
      }
      result[row] = sum;
    }
    return result;
  }

  transposedTimes(vector: Float64Array, size: number): Float64Array {
    const result = new Float64Array(size);
    for (let row = 0; row < vector.length; row++) {
      const factor = vector[row] ?? 0;
      const end = this.#starts[row + 1] ?? 0;
      for (let at = this.#starts[row] ?? 0; at < end; at++) {
        const column = this.#columns[at] ?? 0;
        result[column] = (result[column] ?? 0) + (this.#values[at] ?? 0) * factor;
      }
    }
    return result;
  }

  /** The diagonal of XᵀWX. */
  squares(weights: Float64Array, size: number): Float64Array {
    const result = new Float64Array(size);
    for (let row = 0; row < weights.length; row++) {
      const end = this.#starts[row + 1] ?? 0;
      for (let at = this.#starts[row] ?? 0; at < end; at++) {
        const column = this.#columns[at] ?? 0;
        result[column] = (result[column] ?? 0) + (this.#values[at] ?? 0) ** 2 * (weights[row] ?? 0);
      }
    }
    return result;
  }
}

/** Solves (XᵀWX + penalties) x = right by conjugate gradients, preconditioned by the diagonal. */
function solve(
  matrix: SparseMatrix,
  weights: Float64Array,
  penalties: Float64Array,
  right: Float64Array,
): Float64Array {
  const size = right.length;
  const diagonal = matrix.squares(weights, size).map((square, at) => square + (penalties[at] ?? 0) || 1);
  const solution = new Float64Array(size);
  const residual = Float64Array.from(right);
  let scaled = residual.map((value, at) => value / (diagonal[at] ?? 1));
  let direction = Float64Array.from(scaled);
  let norm = dot(residual, scaled);
  const enough = norm * precision ** 2;
  for (let round = 0; round < mostRounds && norm > enough; round++) {
    const seen = matrix.times(direction).map((value, at) => value * (weights[at] ?? 0));
    const image = matrix.transposedTimes(seen, size);
    for (let at = 0; at < size; at++)
      image[at] = (image[at] ?? 0) + (penalties[at] ?? 0) * (direction[at] ?? 0);
    const step = norm / dot(direction, image);
    for (let at = 0; at < size; at++) {
      solution[at] = (solution[at] ?? 0) + step * (direction[at] ?? 0);
      residual[at] = (residual[at] ?? 0) - step * (image[at] ?? 0);
    }
    scaled = residual.map((value, at) => value / (diagonal[at] ?? 1));
    const nextNorm = dot(residual, scaled);
    const turn = nextNorm / norm;
    direction = direction.map((value, at) => (scaled[at] ?? 0) + turn * value);
    norm = nextNorm;
  }
  return solution;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
