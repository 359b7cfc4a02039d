/** The facts and functions that the notices about domains share. */
import { kura } from './words.ts'

export interface DomainFacts {
  readonly domain: string
}

export const domainOf = ({ domain }: DomainFacts) => domain
export const domainLine = { en: '{domain}', ja: '{domain}' } as const
export const lookAtRegistrar = {
  en: "look at the domain on the registrar's own page",
  ja: 'レジストラの管理画面で状況を確認してください',
} as const
export const orderCommand = (facts: DomainFacts) => kura('registrar', 'orders', facts.domain)
