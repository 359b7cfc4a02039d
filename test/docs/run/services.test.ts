/** The commands of the pages about the accounting service and the registrar run. */
import { describePages } from './describe-pages.ts'

describePages('of services')
