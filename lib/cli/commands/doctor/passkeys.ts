import { type PeopleContract, peopleContract } from '../../../console/people/contract.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { shellWord } from '../../../core/language/open-item.ts'
import { operatorClient } from '../../operator/client.ts'
import { type Check, ok, type Row, wrong } from './row.ts'

type Reply = ReplyOf<PeopleContract, 'people'>

export const PASSKEY_CHECK: Check = {
  name: 'passkeys',
  async run({ context, key, url }) {
    const client = await operatorClient(peopleContract, { key, scopes: ['admin'] }, context)
    return passkeyRows(await client.people(), new URL(url).hostname)
  },
}

export function passkeyRows(reply: Pick<Reply, 'people' | 'refused'>, hostname: string): Row[] {
  const faults = [...refusedRows(reply), ...brokenRows(reply)]
  return [...faults, ...addressRows(reply, hostname, faults), ...olderRows(reply)]
}

function refusedRows({ refused }: Pick<Reply, 'refused'>): Row[] {
  return refused.map(({ record, name }) =>
    wrong(
      'passkeys',
      `kura did not write the record of ${name ?? `console/person/${record}`}: it is no person`,
      `find out who can write to the database; then kura console revoke ${name === undefined ? 'NAME' : shellWord(name)}, or invite the person again`,
    ),
  )
}

function brokenRows({ people }: Pick<Reply, 'people'>): Row[] {
  return people.flatMap(({ name, passkeys }) =>
    passkeys.flatMap(({ number, fault, state }) =>
      fault === undefined || state === 'ended'
        ? []
        : [
            wrong(
              'passkeys',
              `the passkey ${number} of ${name} cannot be proved: ${fault}`,
              "find out who can write to the database; then vouch again with the publisher's key: kura console vouch NAME",
            ),
          ],
    ),
  )
}

/** Counts the passkeys of other addresses, because a browser offers a passkey only at its own address. */
function addressRows(
  { people }: Pick<Reply, 'people'>,
  hostname: string,
  faults: readonly Row[],
): readonly Row[] {
  const all = people.flatMap(({ passkeys }) => passkeys.filter(({ state }) => state === 'counts'))
  const lost = all.filter(({ host }) => host !== hostname)
  if (lost.length === 0) return faults.length > 0 ? [] : [ok('passkeys', `${all.length} for ${hostname}`)]
  const hosts = [...new Set(lost.map(({ host }) => host))].join(', ')
  const mend = `keep the address ${hosts}, or invite each person again at the new one: kura console invite NAME`
  return [wrong('passkeys', `${lost.length} of ${all.length} are for ${hosts} and end at ${hostname}`, mend)]
}

/** Names the people whose record ends with an older epoch of KURA_SEAL_KEYS; that is no fault. */
function olderRows({ people }: Pick<Reply, 'people'>): Row[] {
  const names = people.filter(({ older, ended }) => older && ended === undefined).map(({ name }) => name)
  if (names.length === 0) return []
  const found = `${names.join(', ')}: the record ends with an older epoch of KURA_SEAL_KEYS; a sign-in renews it`
  return [ok('passkeys', found)]
}
