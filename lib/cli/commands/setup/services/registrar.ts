import { readConfig } from '../../../../core/config/config.ts'
import { registrar } from '../../../../core/config/registrar.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { askRemote } from '../checks.ts'
import { type Answers, refusal, type ServiceSetup, type SetupDeps, type Step, settingForm } from '../step.ts'

const WORDS = catalogue('setup.registrar', {
  team: { en: 'id of the team at the registrar', ja: 'ドメイン登録サービスのチームID' },
  teamId: {
    en: '1. the id is on the general settings page of the team: team_…',
    ja: '1. チームの設定ページ（General）にある team_… がID',
  },
  teamToken: {
    en: '2. create a token for this team at https://vercel.com/account/tokens, with an end date that you note',
    ja: '2. https://vercel.com/account/tokens でこのチーム用のトークンを作る（有効期限を控える）',
  },
  token: { en: 'token of the registrar', ja: 'ドメイン登録サービスのトークン' },
  tokenForm: {
    en: 'one line without spaces, as its page shows it',
    ja: '空白を含まない1行（ページの表示どおり）',
  },
  purchases: { en: 'may domains be bought', ja: 'ドメインを購入できるようにしますか' },
  order: {
    en: 'the most for an order, in cents of US dollars',
    ja: '1回の注文の上限額（米ドルのセント単位）',
  },
  day: { en: 'the most for a day, in cents of US dollars', ja: '1日の上限額（米ドルのセント単位）' },
  month: { en: 'the most for a month, in cents of US dollars', ja: '1か月の上限額（米ドルのセント単位）' },
  cents: { en: 'a whole number of cents, such as 2000', ja: 'セント単位の整数。例：2000' },
  accepts: {
    en: 'the registrar accepts the token for this team',
    ja: 'このチームのトークンとして受け付けられました',
  },
  refused: {
    en: 'Cannot use the token of the registrar: it answers {status}',
    ja: 'ドメイン登録サービスのトークンは使えません：応答 {status}',
  },
  hint: {
    en: 'create a token for this team, and check the id of the team',
    ja: 'このチーム用のトークンを作り直し、チームIDも確認してください',
  },
})

const buys = (answers: Answers) => answers['REGISTRAR_PURCHASES'] === 'on'

const CAPS = [
  ['ORDER', WORDS.order, '2000'],
  ['DAY', WORDS.day, '4000'],
  ['MONTH', WORDS.month, '10000'],
] as const

export const registrarSetup: ServiceSetup = {
  scopes: answers => [
    'registrar.read',
    'registrar.write',
    ...(buys(answers) ? (['registrar.buy'] as const) : []),
  ],
  steps: [
    {
      name: 'REGISTRAR_TEAM_ID',
      question: phrase(WORDS.team),
      how: () => [phrase(WORDS.teamId), phrase(WORDS.teamToken)],
    },
    {
      name: 'REGISTRAR_TOKEN',
      question: phrase(WORDS.token),
      secret: true,
      expected: phrase(WORDS.tokenForm),
      read: settingForm(registrar, 'REGISTRAR_TOKEN'),
      together: ['REGISTRAR_TEAM_ID'],
      check: checkRegistrar,
    },
    { name: 'REGISTRAR_PURCHASES', question: phrase(WORDS.purchases), oneOf: ['on', 'off'], usual: 'off' },
    ...CAPS.map(([span, question, usual]): Step => {
      const form = settingForm(registrar, `REGISTRAR_CAP_${span}`)
      return {
        name: `REGISTRAR_CAP_${span}`,
        question: phrase(question),
        usual,
        expected: phrase(WORDS.cents),
        read: answer => form(answer.normalize('NFKC').replace(/,(?=\d{3}\b)/g, '')),
        when: buys,
      }
    }),
  ],
}

async function checkRegistrar(answers: Answers, deps: SetupDeps) {
  const settings = readConfig({ ...deps.env, ...answers, REGISTRAR_PURCHASES: 'off' })
  const { baseUrl, token, teamId } = settings.registrar()
  const url = new URL(`${baseUrl}/v1/registrar/domains/example.com/availability`)
  url.searchParams.set('teamId', teamId)
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await askRemote(deps, { remote: 'registrar', method: 'GET', url, headers })
  if (status === 200) return phrase(WORDS.accepts)
  throw refusal(deps, phrase(WORDS.refused, { status }), phrase(WORDS.hint))
}
