/** The questions for the registrar. */
import { readConfig } from '../../../core/config/config.ts'
import { registrar } from '../../../core/config/registrar.ts'
import { askRemote, rejected } from '../checks.ts'
import { type Answers, type ServiceSetup, type SetupDeps, type Step, settingForm } from '../step.ts'

const buys = (answers: Answers) => answers['REGISTRAR_PURCHASES'] === 'on'

export const registrarSetup: ServiceSetup = {
  scopes: answers => [
    'registrar.read',
    'registrar.write',
    ...(buys(answers) ? (['registrar.buy'] as const) : []),
  ],
  steps: [
    {
      name: 'REGISTRAR_TEAM_ID',
      question: 'id of the team at the registrar',
      how: [
        '1. the id is on the general settings page of the team: team_…',
        '2. create a token for this team at https://vercel.com/account/tokens, with an end date that you note',
      ],
    },
    {
      name: 'REGISTRAR_TOKEN',
      question: 'token of the registrar',
      secret: true,
      together: ['REGISTRAR_TEAM_ID'],
      check: checkRegistrar,
    },
    {
      name: 'REGISTRAR_PURCHASES',
      question: 'may domains be bought: on or off',
      oneOf: ['on', 'off'],
      usual: 'off',
    },
    ...(['ORDER', 'DAY', 'MONTH'] as const).map(
      (span, index): Step => ({
        name: `REGISTRAR_CAP_${span}`,
        question: `the most for ${['an order', 'a day', 'a month'][index]}, in cents of US dollars`,
        usual: ['2000', '4000', '10000'][index] ?? '',
        form: settingForm(registrar, `REGISTRAR_CAP_${span}`),
        when: buys,
      }),
    ),
  ],
}

/** Checks the settings by a query to the registrar about a domain that exists. */
async function checkRegistrar(answers: Answers, deps: SetupDeps): Promise<string> {
  const { baseUrl, token, teamId } = readConfig({
    ...deps.env,
    ...answers,
    REGISTRAR_PURCHASES: 'off',
  }).registrar()
  const url = new URL(`${baseUrl}/v1/registrar/domains/example.com/availability`)
  url.searchParams.set('teamId', teamId)
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await askRemote(deps, { remote: 'registrar', method: 'GET', url, headers })
  if (status === 200) return 'the registrar accepts the token for this team'
  throw rejected(
    'the token of the registrar',
    `it answers ${status}`,
    'create a token for this team, and check the id of the team',
  )
}
