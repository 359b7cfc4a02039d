/** What the notices about domains share. */
import type { Message } from '../../message.ts'
import { kura } from './words.ts'

export interface DomainFacts {
  readonly domain: string
}

export const domainOf = ({ domain }: DomainFacts) => domain
export const domainLine: Message<DomainFacts> = { en: domainOf, ja: domainOf }
export const lookAtRegistrar: Message = {
  en: () => "look at the domain on the registrar's own page",
  ja: () => 'レジストラの管理画面で状況を確認してください',
}
export const orderCommand = (facts: DomainFacts) => kura('registrar', 'order', facts.domain)
