/** The files of api/: what each function knows before its contract is loaded is what the contract says. */
import { expect, test } from 'vitest'
import { SERVICES } from '../../lib/app/contracts/services.ts'
import { provideDeps } from '../../lib/app/core.ts'
import { methodsOf } from '../../lib/core/http/router.ts'

const contracts = Map.groupBy(SERVICES, ({ name, function: functionName = name }) => functionName)

test.each([...contracts])('%s allows the methods of its contract', async (name, services) => {
  provideDeps({ env: {}, log: () => undefined })
  const { default: served } = await import(`../../api/${name}.ts`)
  const answer = await served.fetch(new Request(`https://kura.example/api/${name}`, { method: 'PATCH' }))
  const methods = methodsOf(services.flatMap(({ contract }) => Object.values(contract.endpoints)))
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, methods.join(', ')])
})
