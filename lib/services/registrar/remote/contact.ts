/** Checks contacts (document 2, Purchase request body). A finding never contains a value of the contact. */

/** The fields that generic top-level domains require, in the document's order. */
export const REQUIRED_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address1',
  'city',
  'state',
  'zip',
  'country',
] as const

export const OPTIONAL_FIELDS = ['address2', 'companyName', 'fax', 'additional'] as const

/** A contact, whose values go to the registrar and nowhere else. */
export type Contact = Readonly<Record<string, unknown>>

export interface ContactCheck {
  readonly missing: readonly string[]
  readonly invalid: readonly { readonly field: string; readonly wanted: string }[]
  readonly unknown: readonly string[]
  readonly complete: boolean
}

interface Shape {
  readonly wanted: string
  fits(value: unknown): boolean
}

const TEXT: Shape = {
  wanted: 'text without spaces around it',
  fits: value => typeof value === 'string' && value !== '' && value.trim() === value,
}
const PHONE = pattern(
  /^(?=(?:\D*\d){7,15}$)\+[1-9]\d{0,2}\.?\d+$/,
  'the country calling code, a dot, the number: +81.312345678',
)
const SHAPES: Readonly<Record<string, Shape>> = {
  email: pattern(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address'),
  phone: PHONE,
  fax: PHONE,
  country: pattern(/^[A-Z]{2}$/, 'two capital letters (ISO 3166-1): JP'),
  additional: { wanted: 'an object', fits: isObject },
}

/** Finds, before anything is bought, the fields that the registrar would refuse. */
export function checkContact(contact: Contact): ContactCheck {
  const known: readonly string[] = [...REQUIRED_FIELDS, ...OPTIONAL_FIELDS]
  const given = Object.keys(contact).filter(field => !isAbsent(contact[field]))
  const missing = REQUIRED_FIELDS.filter(field => !given.includes(field))
  const unknown = given.filter(field => !known.includes(field))
  const invalid = given
    .filter(field => known.includes(field) && !shapeOf(field).fits(contact[field]))
    .map(field => ({ field, wanted: shapeOf(field).wanted }))
  const complete = missing.length + unknown.length + invalid.length === 0
  return { missing, invalid, unknown, complete }
}

/** The fields without the empty ones, which are not sent. */
export function filledFields(contact: Contact): Contact {
  return Object.fromEntries(Object.entries(contact).filter(([, value]) => !isAbsent(value)))
}

function shapeOf(field: string): Shape {
  return SHAPES[field] ?? TEXT
}

function pattern(expression: RegExp, wanted: string): Shape {
  return { wanted, fits: value => typeof value === 'string' && expression.test(value) }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
