/** Bare acts: the promises that the claims keep by themselves, without the checks of a service. */
import { ACT_ROWS } from '../worlds/acts/rows.ts'
import { describeKeptPromises } from './kept-promises.ts'

describeKeptPromises(ACT_ROWS)
