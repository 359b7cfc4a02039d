/** A whole number among the words of a command. */
import { AppError } from '../../errors.ts'

const LARGEST = 1_000_000

/** A parser for commander that takes a number from 1 to `largest`. @throws AppError `usage` naming the option */
export function wholeNumber(option: string, largest = LARGEST): (text: string) => number {
  return text => {
    const number = /^[0-9]{1,7}$/.test(text) ? Number(text) : 0
    if (number >= 1 && number <= largest) return number
    throw new AppError('usage', `Cannot use ${option} "${text}": wanted a whole number from 1 to ${largest}`)
  }
}
