/** The questions of `kura setup` in their order, with instructions on how to obtain each answer. */

import { readConfig } from '../../core/config/config.ts'
import { privateUrlOf } from '../../core/config/environment.ts'
import { SERVICE_NAMES, type ServiceName } from '../../core/config/services.ts'
import { checkDatabase } from './checks.ts'
import { placeFunctions } from './host-region.ts'
import { cityOf, isRegion, regionsNear, USUAL_REGION } from './regions.ts'
import { accountingSetup } from './services/accounting.ts'
import { chatSetup } from './services/chat.ts'
import { registrarSetup } from './services/registrar.ts'
import {
  type Answers,
  CHOICES,
  isDeployed,
  notAChoice,
  type ServiceSetup,
  type Step,
  usedServices,
} from './step.ts'

/** The questions and the steps of `kura setup` for each service. */
export const SERVICE_SETUP: Readonly<Record<ServiceName, ServiceSetup>> = {
  accounting: accountingSetup,
  registrar: registrarSetup,
  chat: chatSetup,
}

function servicesForm(answer: string): void {
  const words = answer.split(',').map(word => word.trim())
  const known: readonly string[] = SERVICE_NAMES
  if (!words.every(word => known.includes(word) || (word === 'none' && words.length === 1)))
    throw notAChoice(CHOICES.services, `"none", or some of ${known.join(', ')}, separated by commas`)
}

function regionForm(answer: string): void {
  if (!isRegion(answer)) throw notAChoice(CHOICES.region, `a region of the host: ${regionsNear('')}`)
}

/** Returns the questions of a service, which are asked only if the company uses it. */
function stepsOf(service: ServiceName): Step[] {
  const isUsed = (answers: Answers) => usedServices(answers).includes(service)
  return SERVICE_SETUP[service].steps.map(step => ({
    ...step,
    when: answers => isUsed(answers) && step.when?.(answers) !== false,
  }))
}

export const STEPS: readonly Step[] = [
  {
    name: 'KURA_URL',
    question: 'address of the deployment',
    how: [
      '1. import the repository at the host; leave the settings of the project at their defaults',
      '2. the address is on the page of the project: https://….vercel.app, or your own domain',
    ],
    form: answer => privateUrlOf('KURA_URL', answer),
  },
  {
    name: CHOICES.plan,
    question: "the host's plan: free or paid",
    how: [
      'free: for non-commercial use only; each cron job runs once a day, within the hour; logs are kept for an hour',
      'paid: for a company; logs are kept for a day, or longer with a drain',
    ],
    oneOf: ['free', 'paid'],
    when: isDeployed,
  },
  {
    name: 'KURA_LANGUAGE',
    question: 'language of notices and messages: ja or en',
    usual: 'ja',
    form: answer => readConfig({ KURA_LANGUAGE: answer }).locale(),
  },
  {
    name: 'KURA_TIMEZONE',
    question: 'time zone of dates, caps and reminders',
    usual: 'Asia/Tokyo',
    form: answer => readConfig({ KURA_TIMEZONE: answer }).locale(),
  },
  {
    name: CHOICES.region,
    question: 'region of the functions, the nearest to the company',
    how: ({ KURA_TIMEZONE = '' }) => [
      `near ${KURA_TIMEZONE}: ${regionsNear(KURA_TIMEZONE)}`,
      'the database has to be in the same place: a signed write asks it twice',
    ],
    usual: USUAL_REGION,
    when: isDeployed,
    form: regionForm,
    act: (region, { cwd }) => placeFunctions(region, cwd),
  },
  {
    name: 'UPSTASH_REDIS_REST_URL',
    question: 'REST address of the database',
    how: ({ [CHOICES.region]: region = USUAL_REGION }) => [
      `1. create a Redis database at https://console.upstash.com, in ${cityOf(region)} as the functions (${region})`,
      '2. leave eviction off',
      '3. copy the REST address, then the REST token, from its page',
    ],
    when: isDeployed,
    form: answer => privateUrlOf('UPSTASH_REDIS_REST_URL', answer),
  },
  {
    name: 'UPSTASH_REDIS_REST_TOKEN',
    question: 'REST token of the database',
    secret: true,
    when: isDeployed,
    together: ['UPSTASH_REDIS_REST_URL'],
    check: checkDatabase,
  },
  {
    name: CHOICES.services,
    question: `services, separated by commas: ${SERVICE_NAMES.join(', ')}; or none`,
    usual: SERVICE_NAMES.join(','),
    form: servicesForm,
  },
  ...SERVICE_NAMES.flatMap(stepsOf),
  {
    name: CHOICES.approve,
    question: 'may your own key approve for the company (release, free, confirm): yes or no',
    oneOf: ['yes', 'no'],
    usual: 'no',
  },
  {
    name: CHOICES.upload,
    question: "set the settings at the host now, with the host's command line: yes or no",
    how: ['the command line of the host must be logged in and linked to the project: npx vercel link'],
    oneOf: ['yes', 'no'],
    usual: 'no',
    when: isDeployed,
  },
]
