import { type KnownNotice, NOTICE_KINDS } from '../../../lib/app/notice-kinds.ts'
import { openMessage, overMessage } from '../../../lib/services/notices/digest.ts'
import { applyScan, markSent, planMessages, type Scan } from '../../../lib/services/notices/outbox.ts'
import type { Outbox, OutletName } from '../../../lib/services/notices/stored-records.ts'
import { ENGLISH } from '../../helpers/notice-words.ts'

export const T0 = 1_800_000_000_000
export const DAY = 86_400_000

export type Raised = KnownNotice & { readonly owner: string }

export const exposed = (step: string, host = 'x'): Raised => ({
  owner: 'a',
  key: `a/${host}`,
  step,
  kind: 'exposure_open',
  facts: { url: host, open: [step], at: '2026-06-15T00:00:00Z' },
})
export const silent = (name: string, step = '1'): Raised => ({
  owner: 'a',
  key: `a/device/${name}`,
  step,
  kind: 'device_silent',
  facts: { name, at: '2026-06-12T00:00:00Z' },
})
export const unknown = (domain: string): Raised => ({
  owner: 'a',
  key: `a/purchase/${domain}`,
  step: '1',
  kind: 'purchase_unknown',
  facts: { domain },
})
export const scanOf = (...notices: Raised[]): Scan => ({ owners: ['a'], notices })
export const NOTHING = scanOf()
export const FAILED: Scan = { owners: [], notices: [] }

export const scanAt = (outbox: Outbox, scan: Scan, now: number) =>
  applyScan(outbox, scan, { now, kinds: NOTICE_KINDS })

export const planAt = (outbox: Outbox, now: number, outlets: readonly OutletName[] = ['chat']) =>
  planMessages(outbox, {
    outlets,
    now,
    kinds: NOTICE_KINDS,
    write: ({ about, again, notices }) => {
      const page = { locale: ENGLISH, kinds: NOTICE_KINDS, cap: 2000 }
      return about === 'over'
        ? { text: overMessage(notices, page), named: notices.length }
        : openMessage(notices, again, page)
    },
  })

/** Scans and sends everything that is due. Returns each message's first line, with the notices in it. */
export function day(
  outbox: Outbox,
  { scan, now, outlets = ['chat'] }: { scan: Scan; now: number; outlets?: readonly OutletName[] },
): { outbox: Outbox; sent: string[] } {
  const planned = planAt(scanAt(outbox, scan, now), now, outlets)
  return {
    outbox: planned.sending.reduce((box, { name }) => markSent(box, name, now), planned),
    sent: planned.sending.map(({ outlet, text, steps }) => {
      const [title] = text.split('\n')
      return `${outlets.length > 1 ? `${outlet}: ` : ''}${title} [${Object.keys(steps).join(' ')}]`
    }),
  }
}

export const OPEN = 'A host is open to strangers [a/x]'
export const SILENT = 'A device is silent [a/device/pc]'
