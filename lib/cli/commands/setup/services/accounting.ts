import { OUT_OF_BAND } from '../../../../core/config/accounting.ts'
import { readConfig } from '../../../../core/config/config.ts'
import { membersOf } from '../../../../core/json/json.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { CALLBACK_PATH } from '../../../../services/accounting/tokens/contract.ts'
import { askRemote } from '../checks.ts'
import { type Answers, isDeployed, refusal, type ServiceSetup, type SetupDeps, UNSET } from '../step.ts'

const WORDS = catalogue('setup.accounting', {
  id: {
    en: 'client id of the application at the accounting service',
    ja: '会計サービスのアプリの Client ID',
  },
  create: {
    en: '1. open https://app.secure.freee.co.jp/developers and create an application',
    ja: '1. https://app.secure.freee.co.jp/developers を開き、アプリを作る',
  },
  redirect: { en: '2. set the redirect address: {address}', ja: '2. コールバックURLを設定する：{address}' },
  permissions: {
    en: '3. give it the permissions for companies, account items, deals, journals, partners, items, taxes, walletables and receipts (the file box)',
    ja: '3. 権限を付ける：事業所、勘定科目、取引、仕訳帳、取引先、品目、税区分、口座、ファイルボックス',
  },
  copy: {
    en: '4. copy the client id, then the client secret, from its page',
    ja: '4. アプリのページの Client ID、次に Client Secret を写す',
  },
  secret: { en: 'client secret', ja: 'Client Secret' },
  schedule: {
    en: 'tax schedule for purchases from issuers that are not qualified',
    ja: '適格でない請求書の仕入税額控除に使う経過措置',
  },
  documentOne: {
    en: 'document-1: 80 % until 2026-09, 50 % until 2029-09, then none',
    ja: 'document-1：2026年9月まで80％、2029年9月まで50％、以後なし',
  },
  amended: {
    en: 'amended: 80 % until 2026-09, 70 % until 2028-09, 50 % until 2030-09, 30 % until 2031-09, then none (the law as amended)',
    ja: 'amended：2026年9月まで80％、2028年9月まで70％、2030年9月まで50％、2031年9月まで30％、以後なし（改正後の法律）',
  },
  unset: {
    en: 'unset: a deal of a day on which the two differ waits for a person. Ask your tax accountant before you choose one',
    ja: '未定（unset）：両者が異なる日の取引は登録せず、人の確認を待ちます。選ぶ前に顧問税理士に確認してください',
  },
  follows: {
    en: 'what follows: of 1,000 yen of tax on 2026-10-01, document-1 lets the company deduct 500 yen, amended 700 yen; with unset, kura asks for each such deal',
    ja: '答えによる違い：2026年10月1日の消費税1,000円のうち、document-1は500円、amendedは700円を控除します。未定の場合は、該当する取引ごとに確認します',
  },
  decides: {
    en: 'who can decide: the tax accountant or the tax office, not kura. The answer can be changed later; deals in the books stay as they are',
    ja: '決められる人：顧問税理士または税務署（kuraではありません）。答えは後で変更できます。登録済みの取引は変わりません',
  },
  writes: {
    en: 'may deals and receipts be written to the books',
    ja: '取引と証憑を会計サービスに登録できるようにしますか',
  },
  off: {
    en: 'off: every command shows what it would do, and writes nothing',
    ja: 'いいえ（off）：各コマンドは予定を表示するだけで、何も登録しません',
  },
  on: {
    en: 'on: --write registers deals, once a person has confirmed the first one of a company',
    ja: 'はい（on）：--write で登録します（事業所ごとに最初の1件は人が確認します）',
  },
  knows: { en: 'the service knows the application', ja: '会計サービスはこのアプリを認識しました' },
  refused: {
    en: 'Cannot use the application: the service answers {why}',
    ja: 'このアプリは使えません：会計サービスの応答は {why}',
  },
  hint: {
    en: 'copy id and secret again from the page of the application',
    ja: 'アプリのページから Client ID と Client Secret を写し直してください',
  },
})

export const accountingSetup: ServiceSetup = {
  scopes: () => ['accounting.read', 'accounting.write'],
  next: 'kura accounting authorize',
  steps: [
    {
      name: 'ACCOUNTING_CLIENT_ID',
      question: phrase(WORDS.id),
      how: answers => [
        phrase(WORDS.create),
        phrase(WORDS.redirect, { address: redirectAddresses(answers) }),
        phrase(WORDS.permissions),
        phrase(WORDS.copy),
      ],
    },
    {
      name: 'ACCOUNTING_CLIENT_SECRET',
      question: phrase(WORDS.secret),
      secret: true,
      together: ['ACCOUNTING_CLIENT_ID'],
      check: checkAccounting,
    },
    {
      name: 'ACCOUNTING_SCHEDULE',
      question: phrase(WORDS.schedule),
      how: () => [
        phrase(WORDS.documentOne),
        phrase(WORDS.amended),
        phrase(WORDS.unset),
        phrase(WORDS.follows),
        phrase(WORDS.decides),
      ],
      oneOf: ['document-1', 'amended', UNSET],
    },
    {
      name: 'ACCOUNTING_WRITES',
      question: phrase(WORDS.writes),
      how: () => [phrase(WORDS.off), phrase(WORDS.on)],
      oneOf: ['on', 'off'],
      usual: 'off',
    },
  ],
}

/** Returns the addresses to register: the console's if kura is deployed, and the service's page that shows the code. */
function redirectAddresses(answers: Answers): string {
  const { KURA_URL = '' } = answers
  const isShown = isDeployed(answers) && URL.canParse(KURA_URL)
  return [...(isShown ? [new URL(CALLBACK_PATH, KURA_URL).href] : []), OUT_OF_BAND].join(', ')
}

/** Sends an invalid code, because the service's error shows whether the service knows the application. */
async function checkAccounting(answers: Answers, deps: SetupDeps) {
  const settings = readConfig({ ...deps.env, ...answers }).accounting()
  const { clientId, clientSecret, tokenUrl, redirectUri } = settings
  const { status, body } = await askRemote(deps, {
    remote: 'accounting',
    method: 'POST',
    url: new URL(tokenUrl),
    form: {
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      code: 'kura-setup',
      redirect_uri: redirectUri,
    },
  })
  const { error } = membersOf(body)
  if (error === 'invalid_grant' || error === 'invalid_request') return phrase(WORDS.knows)
  const why = typeof error === 'string' ? error.slice(0, 100) : `${status}`
  throw refusal(deps, phrase(WORDS.refused, { why }), phrase(WORDS.hint))
}
