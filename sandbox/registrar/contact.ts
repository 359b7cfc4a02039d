/** Checks the body of a purchase as the registrar does: member by member, in the order below. */
import { isObject } from '../requests.ts'
import type { Issue } from './errors.ts'

type Check = (value: unknown) => boolean

const trimmed: Check = value => typeof value === 'string' && value !== '' && value.trim() === value
const matching =
  (pattern: RegExp): Check =>
  value =>
    typeof value === 'string' && pattern.test(value)
const phone = matching(/^(?=(?:\D*\d){7,15}$)\+[1-9]\d{0,2}\.?\d+$/)

const REQUIRED: Readonly<Record<string, Check>> = {
  firstName: trimmed,
  lastName: trimmed,
  email: matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/),
  phone,
  address1: trimmed,
  city: trimmed,
  state: trimmed,
  zip: trimmed,
  country: matching(/^[A-Z]{2}$/),
}
const OPTIONAL: Readonly<Record<string, Check>> = {
  address2: trimmed,
  companyName: trimmed,
  fax: phone,
  additional: isObject,
}

/** The faults of a purchase. Like those of the real service, they quote the value that was sent. */
export function purchaseIssues(body: unknown): Issue[] {
  if (!isObject(body)) return [{ path: [], message: 'Expected an object' }]
  const { contactInformation: contact } = body
  return [
    ...issue(['autoRenew'], body['autoRenew'], value => typeof value === 'boolean'),
    ...issue(['years'], body['years'], value => Number.isInteger(value) && Number(value) > 0),
    ...issue(['expectedPrice'], body['expectedPrice'], value => typeof value === 'number' && value >= 0.01),
    ...(isObject(contact) ? contactIssues(contact) : issue(['contactInformation'], contact, isObject)),
  ]
}

function contactIssues(contact: Readonly<Record<string, unknown>>): Issue[] {
  const at = (field: string) => ['contactInformation', field]
  const known = { ...REQUIRED, ...OPTIONAL }
  return [
    ...Object.entries(REQUIRED).flatMap(([field, check]) => issue(at(field), contact[field], check)),
    ...Object.entries(OPTIONAL).flatMap(([field, check]) =>
      field in contact ? issue(at(field), contact[field], check) : [],
    ),
    ...Object.keys(contact).flatMap(field => (field in known ? [] : issue(at(field), contact[field], never))),
  ]
}

function issue(path: readonly string[], value: unknown, check: Check): Issue[] {
  if (value === undefined && check !== never) return [{ path, message: 'is missing' }]
  if (check(value)) return []
  return [{ path, message: `is unexpected, actual ${JSON.stringify(value)}` }]
}

function never(): boolean {
  return false
}
