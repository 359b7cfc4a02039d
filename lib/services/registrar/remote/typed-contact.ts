import { foldNumber } from '../../../core/language/typed-text.ts'
import type { Contact } from './contact.ts'
import { readPhone } from './phone.ts'

const READERS = { phone: readPhone, fax: readPhone, zip: readPostalCode }

/** The contact data with telephone numbers and the postal code in the registrar's form; other members stay. */
export function readTypedContact<Fields extends Contact>(contact: Fields): Fields {
  const { country } = contact
  const read = Object.entries(READERS).flatMap(([field, reader]) => {
    const text = contact[field]
    return typeof text === 'string' ? [[field, reader(text, typeof country === 'string' ? country : '')]] : []
  })
  return { ...contact, ...Object.fromEntries(read) }
}

/**
 * A Japanese postal code without 〒, in half width: `150-0002`, or seven digits if it was typed without a hyphen. Any
 * other text stays as it is. `country` is the registrant's, two letters.
 */
function readPostalCode(text: string, country: string): string {
  const plain = foldNumber(text).replaceAll('〒', '')
  return (country === 'JP' || country === '') && /^\d{3}-?\d{4}$/.test(plain) ? plain : text
}
