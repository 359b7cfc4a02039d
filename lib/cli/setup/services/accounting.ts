/** The questions for the accounting service. */
import { readConfig } from '../../../core/config/config.ts'
import { CALLBACK_PATH } from '../../../services/accounting/tokens/contract.ts'
import { askRemote, membersOf, rejected } from '../checks.ts'
import { type Answers, isDeployed, type ServiceSetup, type SetupDeps } from '../step.ts'

export const accountingSetup: ServiceSetup = {
  scopes: () => ['accounting.read', 'accounting.write'],
  next: 'kura accounting authorize',
  steps: [
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
    },
    {
      name: 'ACCOUNTING_CLIENT_SECRET',
      question: 'client secret',
      secret: true,
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
    },
  ],
}

/**
 * Returns the redirect address of the authorization: the deployment, or for the local host a page that shows the code.
 */
function redirectAddress(answers: Answers): string {
  const { KURA_URL = '' } = answers
  if (!isDeployed(answers) || !URL.canParse(KURA_URL)) return 'urn:ietf:wg:oauth:2.0:oob'
  return new URL(CALLBACK_PATH, KURA_URL).href
}

/** Requests a token with an invalid code: the error shows whether the service knows the application. */
async function checkAccounting(answers: Answers, deps: SetupDeps): Promise<string> {
  const { clientId, clientSecret, tokenUrl, redirectUri } = readConfig({
    ...deps.env,
    ...answers,
  }).accounting()
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
  if (error === 'invalid_grant' || error === 'invalid_request') return 'the service knows the application'
  const why = typeof error === 'string' ? error.slice(0, 100) : `status ${status}`
  throw rejected(
    'the application',
    `the service answers ${why}`,
    'copy id and secret again from the page of the application',
  )
}
