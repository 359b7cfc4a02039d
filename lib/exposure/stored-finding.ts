/** The latest finding about each host, from which notices are made. A finding never contains the body of an answer. */
import * as z from 'zod'
import type { NoticeOf } from '../core/language/open-item.ts'
import { listAll } from '../core/store/list.ts'
import type { Store } from '../core/store/store.ts'
import { jsonFormat, update } from '../core/store/update.ts'
import type { exposureItems } from './notice-words.ts'

type ExposureNotice = NoticeOf<typeof exposureItems>

/** This schema sets no limits, because the schema of the endpoint limits the size of a report. */
const recordSchema = z.object({
  url: z.url(),
  /** The time at which the host was probed, ISO 8601. */
  at: z.iso.datetime(),
  conclusion: z.enum(['open', 'closed', 'unknown']),
  /** The paths that were answered although they must be closed. */
  open: z.array(z.string()),
})
export type Finding = Readonly<z.infer<typeof recordSchema>>

const PREFIX = 'exposure/'

const format = jsonFormat(recordSchema)

/** A newer finding stays, and `unknown` does not replace `open`. Returns the finding that is stored at the end. */
export function storeFinding(finding: Finding, store: Store): Promise<Finding> {
  return update<Finding, Finding>(store, {
    key: PREFIX + hostOf(finding),
    format,
    transition: current => {
      const older = current && Date.parse(current.at) > Date.parse(finding.at)
      const uncertain = current?.conclusion === 'open' && finding.conclusion === 'unknown'
      return current && (older || uncertain)
        ? { keep: true, result: current }
        : { write: finding, result: finding }
    },
  })
}

/** Returns the stored finding of each host. */
export async function readFindings(store: Store): Promise<Finding[]> {
  const { records } = await listAll(store, PREFIX)
  return records.map(({ value }) => format.parse(value))
}

function hostOf({ url }: Pick<Finding, 'url'>): string {
  return new URL(url).host
}

/** Returns a notice for each host that is `open`. */
export function exposureNotices(findings: readonly Finding[]): ExposureNotice[] {
  return findings
    .filter(({ conclusion }) => conclusion === 'open')
    .map(({ url, at, open }) => ({
      key: PREFIX + hostOf({ url }),
      step: `open ${open.join(' ')}`,
      kind: 'exposure_open',
      facts: { url, open, at },
    }))
}
