/** The ref_number (管理番号) of a deal that kura creates: it identifies the deal of a case. */
import { createHash } from 'node:crypto'
import { foldCaseName } from '../../../core/claims/case-name.ts'

const LENGTH = 20
const REFERENCE = new RegExp(`^kura-[0-9a-f]{${LENGTH}}$`)

/** The same for the same company and case, however the case is written, at any time and in any process. */
export function referenceOf(companyId: number, caseName: string): string {
  const digest = createHash('sha256')
    .update(`${companyId}\n${foldCaseName(caseName)}`)
    .digest('hex')
  return `kura-${digest.slice(0, LENGTH)}`
}

/** Whether a deal with this ref_number can be of a case. */
export function isReference(refNumber: string | undefined): refNumber is string {
  return refNumber !== undefined && REFERENCE.test(refNumber)
}
