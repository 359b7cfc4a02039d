import * as z from 'zod'

/** Whole yen in a reply of the accounting service, and in what kura sends and stores. */
export const wholeYen = z.int().brand<'Yen'>()

/** Whole yen in a request to kura. A caller in TypeScript must give a `Yen`, such as `readAmount` returns. */
export const givenYen = z.int().brand<'Yen', 'inout'>()
