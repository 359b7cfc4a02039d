/** The files of journals, which take longer than any other call (document 1, Journal report job). */
import { endpoint } from '../lib/app/core.ts'
import { routesOfJournals } from '../lib/app/journals.ts'

export default endpoint(routesOfJournals)
