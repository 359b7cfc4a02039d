import { type Html, html } from '../../../core/http/html.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import type { RegistrarReply } from '../../../services/registrar/contract.ts'
import { WORDS } from '../../../services/registrar/lists/words.ts'
import { REQUIRED_FIELDS } from '../../../services/registrar/remote/contact.ts'
import { type Field, type FieldFaults, fieldsOf } from '../../frame/parts.ts'
import type { Fields, View } from '../../page.ts'
import { CONTACT_FIELDS, CONTACT_HINTS, DOMAINS } from './words.ts'

export interface Entered {
  readonly faults: FieldFaults
  readonly fields: Fields
}

export const NOTHING: Entered = { faults: {}, fields: {} }

type ContactName = keyof typeof CONTACT_FIELDS

/** The fields of the contact data in the order of the form, each with its `autocomplete` value. */
const CONTACT: Readonly<Record<ContactName, string>> = {
  lastName: 'family-name',
  firstName: 'given-name',
  companyName: 'organization',
  email: 'email',
  phone: 'tel',
  country: 'country',
  zip: 'postal-code',
  state: 'address-level1',
  city: 'address-level2',
  address1: 'address-line1',
  address2: 'address-line2',
}
export const CONTACT_NAMES = Object.keys(CONTACT) as ContactName[]

/** The form of the terms. With `asks`, it asks for the contact data too. */
export function termsForm({ faults, fields }: Entered, view: View, { asks = false } = {}): Html {
  const say = sayIn(view.locale)
  const given = [...termFields(fields, say), ...(asks ? contactFields(fields, say) : [])]
  const shown = fieldsOf(given, faults, view)
  const contact = asks ? shown.splice(-CONTACT_NAMES.length) : []
  return html`<form method="post" action="/console/domains">${shown}
${asks ? html`<h2>${say(DOMAINS.contact)}</h2><p>${say(DOMAINS.contactText)}</p>${contact}` : ''}
<button class="first">${say(asks ? DOMAINS.check : DOMAINS.quote)}</button></form>`
}

/** The language code that the registrar expects for a name in Japanese characters. */
const LANGUAGE = 'JPN'

function termFields(fields: Fields, say: Say): Field[] {
  const years = Array.from({ length: 10 }, (_, at) => at + 1)
  return [
    {
      name: 'domain',
      label: say(DOMAINS.domain),
      hint: say(DOMAINS.domainHint),
      value: fields['domain'] ?? '',
      required: true,
      input: { autocomplete: 'off', inputmode: 'url' },
    },
    {
      name: 'years',
      label: say(DOMAINS.years),
      value: fields['years'] ?? '',
      choices: [
        ['', say(DOMAINS.shortest)],
        ...years.map(count => [String(count), say(WORDS.years, { years: count })] as const),
      ],
    },
    {
      name: 'autoRenew',
      label: say(DOMAINS.autoRenew),
      value: fields['autoRenew'] ?? '',
      required: true,
      choices: [
        ['', say(DOMAINS.choose)],
        ['on', say(WORDS.on)],
        ['off', say(WORDS.off_)],
      ],
    },
    {
      name: 'languageCode',
      label: say(DOMAINS.languageCode),
      hint: say(DOMAINS.languageHint, { example: LANGUAGE }),
      value: fields['languageCode'] ?? '',
      input: { autocomplete: 'off', maxlength: 20 },
    },
  ]
}

function contactFields(fields: Fields, say: Say): Field[] {
  const required: readonly string[] = REQUIRED_FIELDS
  return CONTACT_NAMES.map(name => ({
    name,
    label: say(CONTACT_FIELDS[name]),
    value: fields[name] ?? '',
    required: required.includes(name),
    ...hintOf(name, say),
    input: { autocomplete: CONTACT[name] },
  }))
}

function hintOf(name: ContactName, say: Say): { readonly hint?: string } {
  if (name === 'country') return { hint: say(CONTACT_HINTS.country, { example: 'JP' }) }
  return name === 'email' || name === 'phone' ? { hint: say(CONTACT_HINTS[name]) } : {}
}

/** The faults for which the registrar would refuse the contact data and the terms, by field. */
export function faultsOf({ contact, lacking }: RegistrarReply<'quote'>, say: Say): FieldFaults {
  const named = (name: string) => (name in CONTACT_FIELDS ? say(CONTACT_FIELDS[name as ContactName]) : name)
  const faults = Object.fromEntries([
    ...contact.missing.map(name => [name, say(CONTACT_HINTS.missing, { name: named(name) })]),
    ...contact.invalid.map(({ field: name }) => [name, say(CONTACT_HINTS.wrong, { name: named(name) })]),
  ])
  if (Object.keys(faults).length > 0 || lacking.length === 0) return faults
  return { languageCode: say(DOMAINS.languageFault, { example: LANGUAGE }) }
}
