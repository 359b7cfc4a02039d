/**
 * Chooses the rows of a long table (of kills, power cuts, random sequences or hostile answers) that a run tries: all
 * with KURA_TEST_KILLS=all, as in `.ci/run`; otherwise a few, chosen by a seed that is printed if a test fails.
 */
process.env['KURA_TEST_SEED'] ??= String(Date.now() % 1_000_000)

export const ALL = process.env['KURA_TEST_KILLS'] === 'all'
/** The seed of a run: its first process draws it, and all processes use it. */
export const SEED = process.env['KURA_TEST_SEED']

/** Returns `all` in a run with all rows, else `few`. */
export function count<T>({ few, all }: { few: T; all: T }): T {
  return ALL ? all : few
}

/** Returns the number of examples of a property that a run tries: `all` in a run with all rows, else a fifth of it. */
export function runs(all: number): number {
  return count({ few: Math.ceil(all / 5), all })
}

/** Returns all rows, or `few` of them in their order: the first, the last, and others that the seed chooses. */
export function sampled<Row>(rows: readonly Row[], few: number): readonly Row[] {
  return take(rows, few, [0, rows.length - 1])
}

/** Returns all rows, or `few` of them in their order, which the seed chooses. */
export function drawn<Row>(rows: readonly Row[], few: number): readonly Row[] {
  return take(rows, few, [])
}

/** Returns all rows, or one: the seed chooses that of place 0, and each next place gets the next row. */
export function turn<Row>(rows: readonly Row[], place = 0): readonly Row[] {
  if (ALL) return rows
  const at = (Number(SEED) + place) % rows.length
  return rows.slice(at, at + 1)
}

function take<Row>(rows: readonly Row[], few: number, always: readonly number[]): readonly Row[] {
  if (ALL || rows.length <= few) return rows
  const random = numbers(SEED)
  const taken = new Set(always)
  while (taken.size < few) taken.add(Math.floor(random() * rows.length))
  return rows.filter((_, index) => taken.has(index))
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
function numbers(seed: string): () => number {
  let state = Number(seed)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
