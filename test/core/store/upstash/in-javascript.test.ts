import { startJsRedis } from '../../../helpers/redis/servers.ts'
import { describeUpstash } from './describe.ts'

describeUpstash('a Redis in JavaScript', startJsRedis)
