/** The outbox as it is stored. Only kura writes it, so its form is not checked again. */
import { EMPTY, type Outbox } from './outbox.ts'

export const OUTBOX_KEY = 'notices'

export const outboxFormat = {
  parse: (text: string | undefined): Outbox => (text === undefined ? EMPTY : (JSON.parse(text) as Outbox)),
  format: (outbox: Outbox) => JSON.stringify(outbox),
}
