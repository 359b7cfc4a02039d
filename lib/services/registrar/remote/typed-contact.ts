import { foldNumber } from '../../../core/language/typed-text.ts'
import type { Contact } from './contact.ts'

const READERS = { phone: readPhone, fax: readPhone, zip: readPostalCode }

/** Writes telephone numbers and the postal code in the registrar's form. Other members stay. */
export function readTypedContact<Fields extends Contact>(contact: Fields): Fields {
  const { country } = contact
  const read = Object.entries(READERS).flatMap(([field, reader]) => {
    const text = contact[field]
    return typeof text === 'string' ? [[field, reader(text, typeof country === 'string' ? country : '')]] : []
  })
  return { ...contact, ...Object.fromEntries(read) }
}

/** The postal code in half width, without 〒: `150-0002`, or seven digits. Any other text stays as it is. */
function readPostalCode(text: string, country: string): string {
  const plain = foldNumber(text).replaceAll('〒', '')
  return (country === 'JP' || country === '') && /^\d{3}-?\d{4}$/.test(plain) ? plain : text
}

/** The calling code of Japan, and the prefix of its national numbers (ITU-T E.164, national numbering plan). */
const JAPAN = '81'
const TRUNK = '0'
/** The prefix beside the calling code, which a caller from abroad leaves out: +44 (0)20 7946 0958. */
const TRUNK_IN_BRACKETS = /^\(?\+(?<code>[1-9]\d{0,2})\)?[-.・]*\(0\)/

/**
 * The calling codes whose numbers have no trunk prefix. Their 0 begins the number of a landline or a mobile phone, and
 * is dialled from abroad too. From the metadata of libphonenumber-js 1.13.16; the Vatican's own code is from ITU-T
 * E.164.
 */
const WITH_ZERO: ReadonlySet<string> = new Set([
  '39', // Italy, and the Vatican
  '225', // Côte d'Ivoire
  '226', // Burkina Faso
  '229', // Benin
  '242', // Congo
  '378', // San Marino
  '379', // the Vatican
  '992', // Tajikistan
])

/**
 * Writes a number in the registrar's form, `+81.312345678`. A Japanese number may come with or without the calling
 * code, in any width, with hyphens, spaces, brackets, or the unseen marks of an address book. A number with another
 * calling code loses its separators. Any other text stays as it is, for `checkContact` to judge. `country` is the
 * registrant's, two letters.
 */
export function readPhone(text: string, country: string): string {
  const plain = foldNumber(text)
    .replace(TRUNK_IN_BRACKETS, (start, code: string) => (WITH_ZERO.has(code) ? start : `+${code}`))
    .replaceAll(/[()\-.・]/g, '')
  if (!/^\+?\d+$/.test(plain)) return text
  const [, abroad] = /^\+81(\d+)$/.exec(plain) ?? []
  const isHome = country === 'JP' || country === ''
  const national = abroad ?? (isHome && plain.startsWith(TRUNK) ? plain : undefined)
  if (national === undefined) return plain.startsWith('+') && !text.includes('.') ? plain : text
  const number = national.startsWith(TRUNK) ? national.slice(1) : national
  // after the 0, a landline number has nine digits; a number of a mobile phone or of IP telephony has ten
  return /^[1-9]\d{8,9}$/.test(number) ? `+${JAPAN}.${number}` : text
}
