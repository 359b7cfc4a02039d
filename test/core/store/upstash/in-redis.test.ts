import { describe } from 'vitest'
import { hasRedisServer, startRealRedis } from '../../../helpers/redis/servers.ts'
import { describeUpstash } from './describe.ts'

describe.skipIf(!hasRedisServer)('with redis-server on PATH', () => {
  describeUpstash('a real Redis', startRealRedis)
})
