/** Only kura writes the outbox, so its form is not checked again. */
import type { OpenNotice, Outbox, OutletName } from './stored-records.ts'

export const OUTBOX_KEY = 'notices'

export const EMPTY: Outbox = { count: 0, notices: {}, sending: [] }

/** The notices of an earlier version, by key. It had one outlet, and stored texts too; the next scan replaces them. */
type EarlierOutbox = Readonly<
  Record<
    string,
    Pick<OpenNotice, 'owner' | 'step' | 'since' | 'done'> & {
      readonly told?: { readonly step: string; readonly at: number; readonly by: OutletName }
    }
  >
>

/** Whether the notice is not over, and no person has dealt with its step. */
export function isUndealt({ over, done, step }: OpenNotice): boolean {
  return over === undefined && done?.step !== step
}

export const outboxFormat = {
  parse(text: string | undefined): Outbox {
    if (text === undefined) return EMPTY
    const stored = JSON.parse(text) as Outbox | EarlierOutbox
    return 'sending' in stored ? (stored as Outbox) : fromEarlier(stored as EarlierOutbox)
  },
  format: (outbox: Outbox) => JSON.stringify(outbox),
}

/** Reads an earlier outbox. A notice without a kind is kept only if a rule raises it again. */
function fromEarlier(stored: EarlierOutbox): Outbox {
  const notices = Object.entries(stored).map(([key, { told, owner, step, since, done }]) => [
    key,
    { owner, step, since, done, told: told ? { [told.by]: { step: told.step, at: told.at } } : {} },
  ])
  return { ...EMPTY, notices: Object.fromEntries(notices) }
}
