/**
 * Checks to which company an authorization gives access. A login with another account must not silently change the
 * company: the pair of tokens of another company is stored only if a person has named that company. Pure.
 */
import * as z from 'zod'

export const companySchema = z.object({
  id: z.int().positive(),
  /** The office number that people see; empty if the service gave none. */
  number: z.string(),
  /** The name; empty if the service gave none. */
  name: z.string(),
})

export type Company = z.infer<typeof companySchema>

/** A company, and the role that the person who logged in has there, as the service names it. */
export interface UserCompany extends Company {
  readonly role?: string | undefined
}

export interface Expected {
  /** The id or the office number of the company that a person has named. */
  readonly named?: string | undefined
  /** The company in use; `unknown` if the credential does not name its company. */
  readonly current?: Company | 'unknown' | undefined
}

/**
 * The company of a pair that may be stored. `first`: no company was in use before. `same`: this company is in use.
 * `change`: another or an unknown company is in use.
 */
export interface CheckedCompany {
  readonly kind: 'first' | 'same' | 'change'
  readonly company: UserCompany
}

/**
 * Checks the companies that a new pair may belong to: one, or several if the service does not say which. Undefined for
 * a pair that must not be stored: its company is unknown, or is neither the named one nor the one in use.
 */
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

/** The company in use or, if none is in use, the only company of the user. */
function unnamed(companies: readonly UserCompany[], known: Company | undefined): UserCompany | undefined {
  if (known) return companies.find(({ id }) => id === known.id)
  return companies.length === 1 ? companies[0] : undefined
}

function isNamed(text: string): (company: Company) => boolean {
  const given = text.normalize('NFKC').replaceAll(/[\s-]/g, '')
  return ({ id, number }) => given === String(id) || (given !== '' && given === number)
}

/** `開発用テスト事業所 (1234567)`, or the id alone. */
export function companyText({ id, name }: Company): string {
  return name === '' ? String(id) : `${name} (${id})`
}

/** The number by which a person names the company if there is exactly one company, else the placeholder `NUMBER`. */
export function numberOf([only, another]: readonly Company[]): string {
  return only && !another ? only.number || String(only.id) : 'NUMBER'
}
