/** The ref_number (管理番号) of a deal that kura creates: it identifies the deal of a case. */
import { createHash } from 'node:crypto'

const LENGTH = 20

/** The same for the same company and case, at any time and in any process. */
export function referenceOf(companyId: number, caseName: string): string {
  const digest = createHash('sha256').update(`${companyId}\n${caseName}`).digest('hex')
  return `kura-${digest.slice(0, LENGTH)}`
}
