import { describe, expect, test } from 'vitest'
import {
  checkContact,
  filledFields,
  REQUIRED_FIELDS,
} from '../../../../lib/services/registrar/remote/contact.ts'
import { hasReference, readReference } from '../../../helpers/http/openapi.ts'
import { CONTACT } from '../../../helpers/remotes/registrar-sandbox.ts'

describe('checkContact()', () => {
  test('takes the nine fields', () => {
    expect(checkContact(CONTACT)).toEqual({ missing: [], invalid: [], unknown: [], complete: true })
  })

  test('names every field that is missing, in the order of the document', () => {
    expect(checkContact({}).missing).toEqual([...REQUIRED_FIELDS])
    expect(checkContact({ ...CONTACT, city: '', zip: null }).missing).toEqual(['city', 'zip'])
  })

  const phones = [
    { name: 'the dotted form', phone: '+81.312345678', want: true },
    { name: 'no dot', phone: '+81312345678', want: true },
    { name: 'no plus', phone: '81.312345678', want: false },
    { name: 'spaces', phone: '+81 3 1234 5678', want: false },
    { name: 'six digits', phone: '+1.23456', want: false },
    { name: 'seven digits', phone: '+1.234567', want: true },
    { name: 'sixteen digits', phone: '+1.234567890123456', want: false },
    { name: 'two dots', phone: '+81.3.12345678', want: false },
  ]
  test.each(phones)('a phone with $name', ({ phone, want }) => {
    expect(checkContact({ ...CONTACT, phone }).complete).toBe(want)
  })

  const invalid = [
    { name: 'a country in small letters', field: 'country', value: 'jp' },
    { name: 'a country by its name', field: 'country', value: 'Japan' },
    { name: 'an address without @', field: 'email', value: 'hanako' },
    { name: 'space around a name', field: 'firstName', value: ' Hanako' },
    { name: 'a number for a zip', field: 'zip', value: 1000001 },
    { name: 'a bad fax', field: 'fax', value: '03-1234' },
    { name: 'text for additional', field: 'additional', value: 'x' },
  ]
  test.each(invalid)('$name is named with what is wanted, and never quoted', ({ field, value }) => {
    const { invalid } = checkContact({ ...CONTACT, [field]: value })
    expect(invalid.map(found => found.field)).toEqual([field])
    expect(JSON.stringify(invalid)).not.toContain(`"${value}"`)
  })

  test('a field that the registrar does not have is named', () => {
    expect(checkContact({ ...CONTACT, adress1: 'x' })).toMatchObject({
      unknown: ['adress1'],
      complete: false,
    })
  })
})

test('filledFields() leaves out what holds nothing', () => {
  expect(filledFields({ city: 'x', fax: '', address2: null })).toEqual({ city: 'x' })
})

test.skipIf(!hasReference('registrar.openapi.json'))('the fields are those of the description', () => {
  const schema = JSON.parse(readReference('registrar.openapi.json')).components.schemas.ContactInformation
  expect(new Set(schema.required)).toEqual(new Set(REQUIRED_FIELDS))
  const known = Object.keys(schema.properties)
  expect(checkContact(Object.fromEntries(known.map(field => [field, 'x']))).unknown).toEqual([])
})
