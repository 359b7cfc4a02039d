/** The questions of `kura setup` in their order, with instructions on how to obtain each answer. */

import { readConfig } from '../../core/config/config.ts'
import { privateUrlOf } from '../../core/config/environment.ts'
import { isLoopback } from '../../core/config/loopback.ts'
import { AppError } from '../../core/errors.ts'
import { CALLBACK_PATH } from '../../services/accounting/tokens/contract.ts'
import { checkAccounting, checkBots, checkDatabase, checkRegistrar, type SetupDeps } from './checks.ts'
import { placeFunctions } from './host-region.ts'
import { cityOf, isRegion, regionsNear, USUAL_REGION } from './regions.ts'

/** The answers so far by name; the name of a setting is its environment variable. */
export type Answers = Readonly<Record<string, string>>

/** Answers that are not settings; they are saved in `.kura/setup.json` instead of `.env`. */
export const CHOICES = {
  plan: 'SETUP_PLAN',
  region: 'SETUP_REGION',
  services: 'SETUP_SERVICES',
  approve: 'SETUP_APPROVE',
  upload: 'SETUP_UPLOAD',
} as const

export interface Step {
  /** The environment variable, or one of `CHOICES`. */
  readonly name: string
  readonly question: string
  /** The instructions, one per line; they may depend on earlier answers. */
  readonly how?: readonly string[] | ((answers: Answers) => readonly string[])
  /** The default answer; without one an empty line is refused. */
  readonly usual?: string
  /** Whether the terminal hides the answer while it is typed. */
  readonly secret?: true
  /** The allowed answers; any text without this member. */
  readonly oneOf?: readonly string[]
  /** Whether the question applies. */
  when?(answers: Answers): boolean
  /** Checks the form of the answer. @throws AppError */
  form?(answer: string): unknown
  /** Other answers to ask for again if the check fails. */
  readonly together?: readonly string[]
  /**
   * Checks the answers so far at the remote and returns a line on the result.
   * @throws AppError
   */
  check?(answers: Answers, deps: SetupDeps): Promise<string>
  /**
   * Applies the answer immediately and returns a line on the result.
   * @throws AppError
   */
  act?(answer: string, deps: SetupDeps): Promise<string>
}

const uses = (service: string) => (answers: Answers) =>
  (answers[CHOICES.services] ?? '').split(',').includes(service)
const buys = (answers: Answers) => uses('registrar')(answers) && answers['REGISTRAR_PURCHASES'] === 'on'
const isDeployed = ({ KURA_URL = '' }: Answers) =>
  !(URL.canParse(KURA_URL) && isLoopback(new URL(KURA_URL).hostname))

/** The redirect address of the authorization: the deployment, or for the local host a page that shows the code. */
function redirectAddress(answers: Answers): string {
  const { KURA_URL = '' } = answers
  if (!isDeployed(answers) || !URL.canParse(KURA_URL)) return 'urn:ietf:wg:oauth:2.0:oob'
  return new URL(CALLBACK_PATH, KURA_URL).href
}

/** The services that an answer may name. */
const SERVICES = ['accounting', 'registrar', 'chat']

/** The error of an answer that is not one of the allowed ones. */
export function notAChoice(name: string, expected: string): AppError {
  return new AppError('usage', `Cannot use this answer for ${name}: expected ${expected}`)
}

function servicesForm(answer: string): void {
  const words = answer.split(',').map(word => word.trim())
  if (!words.every(word => SERVICES.includes(word) || (word === 'none' && words.length === 1)))
    throw notAChoice(CHOICES.services, `"none", or some of ${SERVICES.join(', ')}, separated by commas`)
}

function regionForm(answer: string): void {
  if (!isRegion(answer)) throw notAChoice(CHOICES.region, `a region of the host: ${regionsNear('')}`)
}

/** A check of the form: reads the setting's whole configuration section as the functions do. */
const settingForm =
  (name: string, section: 'locale' | 'registrar' | 'chat', rest: Answers) =>
  (answer: string): unknown =>
    readConfig({ ...rest, [name]: answer })[section]()

const BOT = { CHAT_BOT_TOKENS: `MQ.A.${'A'.repeat(20)}`, CHAT_GUILD_ID: '1' }
const TEAM = { REGISTRAR_TOKEN: 'A', REGISTRAR_TEAM_ID: 'A', REGISTRAR_PURCHASES: 'on' }
const CAPS = { REGISTRAR_CAP_ORDER: '1', REGISTRAR_CAP_DAY: '1', REGISTRAR_CAP_MONTH: '1' }

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
    form: settingForm('KURA_LANGUAGE', 'locale', {}),
  },
  {
    name: 'KURA_TIMEZONE',
    question: 'time zone of dates, caps and reminders',
    usual: 'Asia/Tokyo',
    form: settingForm('KURA_TIMEZONE', 'locale', {}),
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
    question: 'services, separated by commas: accounting, registrar, chat; or none',
    usual: SERVICES.join(','),
    form: servicesForm,
  },
  {
    name: 'ACCOUNTING_CLIENT_ID',
    question: 'client id of the application at the accounting service',
    how: answers => [
      '1. open https://app.secure.freee.co.jp/developers and create an application',
      `2. set the redirect address ${redirectAddress(answers)}`,
      '3. give it the permissions for companies, account items, deals, journals, partners, items, taxes,',
      '   walletables and receipts (the file box)',
      '4. copy the client id, then the client secret, from its page',
    ],
    when: uses('accounting'),
  },
  {
    name: 'ACCOUNTING_CLIENT_SECRET',
    question: 'client secret',
    secret: true,
    when: uses('accounting'),
    together: ['ACCOUNTING_CLIENT_ID'],
    check: checkAccounting,
  },
  {
    name: 'ACCOUNTING_SCHEDULE',
    question: 'tax schedule for purchases from issuers that are not qualified: document-1 or amended',
    how: [
      'document-1: 80 % until 2026-09, 50 % until 2029-09, then none',
      'amended: 80 % until 2026-09, then 70, 50 and 30 %, then none; ask your tax accountant',
    ],
    oneOf: ['document-1', 'amended'],
    usual: 'document-1',
    when: uses('accounting'),
  },
  {
    name: 'ACCOUNTING_WRITES',
    question: 'may deals and receipts be written to the books: on or off',
    how: [
      'off: every command shows what it would do, and writes nothing',
      'on: --write registers deals, once a person has confirmed the first one of a company',
    ],
    oneOf: ['on', 'off'],
    usual: 'off',
    when: uses('accounting'),
  },
  {
    name: 'REGISTRAR_TEAM_ID',
    question: 'id of the team at the registrar',
    how: [
      '1. the id is on the general settings page of the team: team_…',
      '2. create a token for this team at https://vercel.com/account/tokens, with an end date that you note',
    ],
    when: uses('registrar'),
  },
  {
    name: 'REGISTRAR_TOKEN',
    question: 'token of the registrar',
    secret: true,
    when: uses('registrar'),
    together: ['REGISTRAR_TEAM_ID'],
    check: checkRegistrar,
  },
  {
    name: 'REGISTRAR_PURCHASES',
    question: 'may domains be bought: on or off',
    oneOf: ['on', 'off'],
    usual: 'off',
    when: uses('registrar'),
  },
  ...(['ORDER', 'DAY', 'MONTH'] as const).map(
    (span, index): Step => ({
      name: `REGISTRAR_CAP_${span}`,
      question: `the most for ${['an order', 'a day', 'a month'][index]}, in cents of US dollars`,
      usual: ['2000', '4000', '10000'][index] ?? '',
      form: settingForm(`REGISTRAR_CAP_${span}`, 'registrar', { ...TEAM, ...CAPS }),
      when: buys,
    }),
  ),
  {
    name: 'CHAT_GUILD_ID',
    question: 'id of the server on the chat platform',
    how: [
      '1. create an application at https://discord.com/developers/applications, and its bot',
      '2. invite the bot to the server, with the permissions to view channels and to send messages',
      '3. switch on the developer mode in the settings of the chat app; a right click on the server copies its id',
    ],
    when: uses('chat'),
    form: settingForm('CHAT_GUILD_ID', 'chat', BOT),
  },
  {
    name: 'CHAT_NOTICES_CHANNEL_ID',
    question: 'id of the channel for notices',
    when: uses('chat'),
    form: settingForm('CHAT_NOTICES_CHANNEL_ID', 'chat', BOT),
  },
  {
    name: 'CHAT_BOT_TOKENS',
    question: 'tokens of the bots, separated by commas; never a token of a person',
    secret: true,
    when: uses('chat'),
    form: settingForm('CHAT_BOT_TOKENS', 'chat', BOT),
    together: ['CHAT_GUILD_ID', 'CHAT_NOTICES_CHANNEL_ID'],
    check: checkBots,
  },
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
