/** A page in landscape may be stored on its side. The text of a scan is as slanted as the paper was. */
import type { Piece } from './text.ts'

/** The baseline starts at `x` and `y`, and runs at `angle` radians counter-clockwise. */
export interface SlantedPiece extends Piece {
  readonly angle: number
}

const QUARTER = Math.PI / 2
/** Radians by which the text of a crooked scan may be off: five degrees. */
const MOST_OFF = (5 * Math.PI) / 180

/** Turns the page so that most of its text runs to the right. Text in other directions is left out. */
export function upright(pieces: readonly SlantedPiece[]): Piece[] {
  const letters = [0, 0, 0, 0]
  for (const { text, angle } of pieces)
    letters[quarterOf(angle)] = (letters[quarterOf(angle)] ?? 0) + text.trim().length
  const quarter = letters.indexOf(Math.max(...letters))
  const own = pieces.filter(({ angle }) => quarterOf(angle) === quarter && Math.abs(offBy(angle)) < MOST_OFF)
  const off = medianOf(own.map(({ angle }) => offBy(angle)))
  const [cos, sin] = [Math.cos(quarter * QUARTER + off), Math.sin(quarter * QUARTER + off)]
  return own.map(({ text, x, y, width, height }) => ({
    text,
    x: x * cos + y * sin,
    y: y * cos - x * sin,
    width,
    height,
  }))
}

/** Returns 0 for text that runs to the right, 1 for up, 2 for left, 3 for down. */
function quarterOf(angle: number): number {
  return (Math.round(angle / QUARTER) + 4) % 4
}

function offBy(angle: number): number {
  return angle - Math.round(angle / QUARTER) * QUARTER
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
