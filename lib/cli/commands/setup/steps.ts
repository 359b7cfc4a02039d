import { readConfig } from '../../../core/config/config.ts'
import { privateUrlOf } from '../../../core/config/environment.ts'
import { SERVICE_NAMES, type ServiceName } from '../../../core/config/services.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { LANGUAGES } from '../../../core/language/language.ts'
import { checkDatabase } from './checks.ts'
import { placeFunctions } from './host-region.ts'
import { KEEP_FILES, NO_FILES, PAYLOAD, placePayload } from './payload.ts'
import { cityOf, readRegionName, regionsNear, USUAL_REGION } from './regions.ts'
import { accountingSetup } from './services/accounting.ts'
import { chatSetup } from './services/chat.ts'
import { registrarSetup } from './services/registrar.ts'
import { type Answers, CHOICES, isDeployed, type ServiceSetup, type Step, usedServices } from './step.ts'
import { QUESTION } from './words.ts'

const USUAL_TIMEZONE = 'Asia/Tokyo'

export const SERVICE_SETUP: Readonly<Record<ServiceName, ServiceSetup>> = {
  accounting: accountingSetup,
  registrar: registrarSetup,
  chat: chatSetup,
}

const NAMES = SERVICE_NAMES.join(', ')

function readOrigin(answer: string): string {
  const { origin, href } = new URL(privateUrlOf('KURA_URL', answer))
  if (href === `${origin}/`) return origin
  throw new TypeError('the address has a path')
}

/** Accepts the separators that people type between services: `accounting, chat`, `accounting、chat`. */
function readServices(answer: string): string {
  const words = answer
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,、]+/)
    .filter(Boolean)
  if (words.length === 1 && ['none', 'なし'].includes(words[0] ?? '')) return 'none'
  const known: readonly string[] = SERVICE_NAMES
  if (words.length === 0 || !words.every(word => known.includes(word)))
    throw new TypeError('a word is not a service')
  return SERVICE_NAMES.filter(name => words.includes(name)).join(',')
}

/** Returns the IANA name of the time zone, in its usual spelling. */
function readTimezone(answer: string): string {
  readConfig({ KURA_TIMEZONE: answer }).locale()
  return new Intl.DateTimeFormat('en', { timeZone: answer }).resolvedOptions().timeZone
}

function stepsOf(service: ServiceName): Step[] {
  const isUsed = (answers: Answers) => usedServices(answers).includes(service)
  return SERVICE_SETUP[service].steps.map(step => ({
    ...step,
    when: answers => isUsed(answers) && step.when?.(answers) !== false,
  }))
}

export const STEPS: readonly Step[] = [
  {
    name: 'KURA_LANGUAGE',
    question: phrase(QUESTION.language),
    oneOf: [...LANGUAGES].toReversed(),
    usual: 'ja',
  },
  {
    name: 'KURA_URL',
    question: phrase(QUESTION.url),
    how: () => [phrase(QUESTION.urlProject), phrase(QUESTION.urlShown), phrase(QUESTION.urlPasskeys)],
    expected: phrase(QUESTION.urlExpected),
    read: readOrigin,
  },
  {
    name: CHOICES.plan,
    question: phrase(QUESTION.plan),
    how: () => [phrase(QUESTION.planFree), phrase(QUESTION.planPaid)],
    oneOf: ['free', 'paid'],
    when: isDeployed,
  },
  {
    name: 'KURA_TIMEZONE',
    question: phrase(QUESTION.timezone),
    usual: USUAL_TIMEZONE,
    expected: phrase(QUESTION.timezoneExpected),
    read: readTimezone,
  },
  {
    name: CHOICES.region,
    question: phrase(QUESTION.region),
    how: ({ KURA_TIMEZONE: timezone = USUAL_TIMEZONE }) => [
      phrase(QUESTION.regionNear, { timezone, regions: regionsNear(timezone) }),
      phrase(QUESTION.regionSame),
    ],
    usual: USUAL_REGION,
    when: isDeployed,
    expected: phrase(QUESTION.regionExpected, { regions: regionsNear('') }),
    read: readRegionName,
    act: placeFunctions,
  },
  {
    name: 'UPSTASH_REDIS_REST_URL',
    question: phrase(QUESTION.database),
    how: ({ [CHOICES.region]: region = USUAL_REGION }) => [
      phrase(QUESTION.databaseCreate, { city: cityOf(region), region }),
      phrase(QUESTION.databaseEviction),
      phrase(QUESTION.databaseCopy),
    ],
    when: isDeployed,
    expected: phrase(QUESTION.databaseExpected),
    read: answer => privateUrlOf('UPSTASH_REDIS_REST_URL', answer),
  },
  {
    name: 'UPSTASH_REDIS_REST_TOKEN',
    question: phrase(QUESTION.databaseToken),
    secret: true,
    when: isDeployed,
    together: ['UPSTASH_REDIS_REST_URL'],
    check: checkDatabase,
  },
  {
    name: CHOICES.services,
    question: phrase(QUESTION.services, { names: NAMES }),
    how: () => [phrase(QUESTION.servicesAre)],
    usual: SERVICE_NAMES.join(','),
    expected: phrase(QUESTION.servicesExpected, { names: NAMES }),
    read: readServices,
  },
  ...SERVICE_NAMES.flatMap(stepsOf),
  {
    name: CHOICES.payload,
    question: phrase(QUESTION.payload, { none: NO_FILES }),
    how: () => [
      phrase(QUESTION.payloadCopied, { folder: PAYLOAD }),
      phrase(QUESTION.payloadThere, { keep: KEEP_FILES }),
    ],
    usual: NO_FILES,
    act: placePayload,
  },
  { name: CHOICES.approve, question: phrase(QUESTION.approve), oneOf: ['yes', 'no'], usual: 'no' },
  {
    name: CHOICES.upload,
    question: phrase(QUESTION.upload),
    how: () => [phrase(QUESTION.uploadLinked)],
    oneOf: ['yes', 'no'],
    usual: 'no',
    when: isDeployed,
  },
]
