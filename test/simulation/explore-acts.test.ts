/** Bare acts: what the claims promise by themselves, without the checks of a service around them. */
import { describeKeptPromises } from './kept-promises.ts'
import { ACT_ROWS } from './worlds/acts/rows.ts'

describeKeptPromises(ACT_ROWS)
