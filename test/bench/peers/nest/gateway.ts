import 'reflect-metadata'
import { Module, ValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { JwtModule } from '@nestjs/jwt'
import { ClientsModule } from '@nestjs/microservices'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { settings } from '../settings.ts'
import { InventoryController } from './inventory-controller.ts'
import { transport } from './transport.ts'

@Module({
  imports: [
    ClientsModule.register([{ name: 'INVENTORY', ...transport }]),
    JwtModule.register({ publicKey: settings.publicKey }),
  ],
  controllers: [InventoryController],
})
class GatewayModule {}

/** Tuned on Fastify, as docs.nestjs.com/techniques/performance advises. */
const adapter = settings.tuned ? new FastifyAdapter() : new ExpressAdapter()
const app = await NestFactory.create(GatewayModule, adapter, { logger: ['error'] })
app.useGlobalPipes(new ValidationPipe({ transform: true }))
await app.listen(settings.port, '127.0.0.1')
process.send?.('ready')
