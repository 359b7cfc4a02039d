/** Who raises notices. */
import type { Notice } from '../../core/language/catalogue/notices/matters.ts'

/** Raises an owner's notices from stored state. */
export interface NoticeRule {
  /** `registrar`; the keys of its notices start with it. */
  readonly owner: string
  read(): Promise<readonly Notice[]>
}
