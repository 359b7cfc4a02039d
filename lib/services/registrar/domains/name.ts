import { domainToASCII } from 'node:url'
import { AppError } from '../../../core/errors.ts'

/** Matches characters at some of which `domainToASCII` would cut the text. */
const MORE_THAN_A_NAME = /[\s/?#@:\\%[\]]/
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
const LONGEST = 253

/** Reads a domain in lower-case ASCII (punycode). @throws AppError `bad_request` if it has not two labels or more */
export function readDomain(text: string): string {
  const typed = text.trim()
  const name = MORE_THAN_A_NAME.test(typed) ? '' : domainToASCII(typed).toLowerCase()
  const labels = name.split('.')
  const valid = labels.length > 1 && name.length <= LONGEST && labels.every(label => LABEL.test(label))
  if (valid && !/^[0-9]+$/.test(labels.at(-1) ?? '')) return name
  throw new AppError('bad_request', `Cannot use "${text}" as a domain: expected a name such as example.com`, {
    hint: 'give the name alone, without https:// and without a path',
  })
}

/** Whether a name is international: its purchase then needs a language code. */
export function isInternational(domain: string): boolean {
  return domain.split('.').some(label => label.startsWith('xn--'))
}
