/** A login with another account must not silently change the company, so a person has to name the new one. */
import * as z from 'zod'

export const companySchema = z.object({
  id: z.int().positive(),
  number: z.string().describe('The office number that people see; empty if the service gave none'),
  name: z.string().describe('Empty if the service gave none'),
})
export type Company = z.infer<typeof companySchema>

/** `role` is the service's name for the role of the person who logged in. */
export interface UserCompany extends Company {
  readonly role?: string | undefined
}

export interface Expected {
  readonly named?: string | undefined
  /** The company in use; `unknown` if the credential does not name its company. */
  readonly current?: Company | 'unknown' | undefined
}

/** `first`: no company was in use before. `change`: another company or an unknown one is in use. */
export interface CheckedCompany {
  readonly kind: 'first' | 'same' | 'change'
  readonly company: UserCompany
}

/** Undefined if the pair must not be stored. */
export function checkCompany(
  companies: readonly UserCompany[],
  { named, current }: Expected,
): CheckedCompany | undefined {
  const known = current === 'unknown' ? undefined : current
  const company = named === undefined ? unnamed(companies, known) : companies.find(isNamed(named))
  if (!company) return undefined
  if (current === undefined) return { kind: 'first', company }
  if (known?.id === company.id) return { kind: 'same', company }
  return named === undefined ? undefined : { kind: 'change', company }
}

function unnamed(companies: readonly UserCompany[], known: Company | undefined): UserCompany | undefined {
  if (known) return companies.find(({ id }) => id === known.id)
  return companies.length === 1 ? companies[0] : undefined
}

function isNamed(text: string): (company: Company) => boolean {
  const given = text.normalize('NFKC').replaceAll(/[\s-]/g, '')
  return ({ id, number }) => given === String(id) || (given !== '' && given === number)
}

/** Returns a text such as `開発用テスト事業所 (1234567)`, or the id alone. */
export function companyText({ id, name }: Company): string {
  return name === '' ? String(id) : `${name} (${id})`
}

export function numberOf([only, another]: readonly Company[]): string {
  return only && !another ? only.number || String(only.id) : 'NUMBER'
}
