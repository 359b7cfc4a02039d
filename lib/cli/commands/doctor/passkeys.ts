/** Checks that the passkeys of the console belong to the address: a browser offers them nowhere else. */
import { peopleContract } from '../../../app/contracts/people.ts'
import { operatorClient } from '../../operator/client.ts'
import { type Check, ok, wrong } from './row.ts'

export const PASSKEY_CHECK: Check = {
  name: 'passkeys',
  async run({ context, key, url }) {
    const client = await operatorClient(peopleContract, { key, scopes: ['admin'] }, context)
    const { people } = await client.people()
    const { hostname } = new URL(url)
    const all = people.flatMap(({ passkeys }) => passkeys.filter(({ state }) => state === 'counts'))
    const lost = all.filter(({ host }) => host !== hostname)
    if (lost.length === 0) return [ok('passkeys', `${all.length} for ${hostname}`)]
    const hosts = [...new Set(lost.map(({ host }) => host))].join(', ')
    const mend = `keep the address ${hosts}, or invite each person again at the new one: kura console invite NAME`
    return [
      wrong('passkeys', `${lost.length} of ${all.length} are for ${hosts} and end at ${hostname}`, mend),
    ]
  },
}
