import 'reflect-metadata'
import { Controller, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { MessagePattern, type MicroserviceOptions, Payload, RpcException } from '@nestjs/microservices'
import { connect } from '../shop/connect.ts'
import { listLotsFromMemory } from '../shop/memory.ts'
import type { PageQuery } from '../shop/pages.ts'
import { getItem, listLevels, listLots } from '../shop/reads.ts'
import { type MoveOrder, move, type Receipt, Refusal, receive } from '../shop/writes.ts'
import { transport } from './transport.ts'

/** An error as it travels in a message. */
async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw new RpcException({ status: error.status, message: error.message })
    throw error
  }
}

@Controller()
class InventoryHandlers {
  @MessagePattern('memory')
  memory(@Payload() query: PageQuery) {
    return listLotsFromMemory(query)
  }

  @MessagePattern('lots')
  lots(@Payload() query: PageQuery) {
    return listLots(query)
  }

  @MessagePattern('levels')
  levels(@Payload() query: PageQuery) {
    return listLevels(query)
  }

  @MessagePattern('item')
  async item(@Payload() { key }: { key: string }) {
    return (await getItem(key)) ?? null
  }

  @MessagePattern('receive')
  receive(@Payload() { receipt, clientId }: { receipt: Receipt; clientId: string }) {
    return refusing(receive(receipt, clientId))
  }

  @MessagePattern('move')
  move(@Payload() { order, clientId }: { order: MoveOrder; clientId: string }) {
    return refusing(move(order, clientId))
  }
}

@Module({ controllers: [InventoryHandlers] })
class ServiceModule {}

await connect()
const app = await NestFactory.createMicroservice<MicroserviceOptions>(ServiceModule, {
  ...transport,
  logger: ['error'],
})
await app.listen()
process.send?.('ready')
