import {
  Body,
  Controller,
  Get,
  HttpCode,
  HttpException,
  Inject,
  NotFoundException,
  Post,
  Query,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common'
import { ClientProxy } from '@nestjs/microservices'
import { firstValueFrom } from 'rxjs'
import type { Caller } from '../shop/caller.ts'
import type { Page } from '../shop/pages.ts'
import { AuthGuard } from './auth-guard.ts'
import { MoveRequest, PageRequest, ReceiveRequest } from './requests.ts'

interface WithCaller {
  caller: Caller
}
/** The responses of both adapters have this function. */
interface WithHeaders {
  header(name: string, value: string): unknown
}
interface Failure {
  status: number
  message: string
}

const isFailure = (error: unknown): error is Failure =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'

@Controller('api/v1')
@UseGuards(AuthGuard)
export class InventoryController {
  private readonly inventory: ClientProxy

  constructor(@Inject('INVENTORY') inventory: ClientProxy) {
    this.inventory = inventory
  }

  @Get('Memory')
  memory(@Query() query: PageRequest, @Res({ passthrough: true }) response: WithHeaders) {
    return this.page('memory', query, response)
  }

  @Get('Inventory')
  lots(@Query() query: PageRequest, @Res({ passthrough: true }) response: WithHeaders) {
    return this.page('lots', query, response)
  }

  @Get('Inventory/StockLevels')
  levels(@Query() query: PageRequest, @Res({ passthrough: true }) response: WithHeaders) {
    return this.page('levels', query, response)
  }

  @Get('Item')
  async item(@Query('key') key: string) {
    const item = await this.ask<object | null>('item', { key })
    if (!item) throw new NotFoundException()
    return item
  }

  @Post('Inventory/Receive')
  receive(@Body() receipt: ReceiveRequest, @Req() { caller }: WithCaller) {
    return this.ask('receive', { receipt, clientId: caller.sub })
  }

  @Post('Inventory/Move')
  @HttpCode(200)
  move(@Body() order: MoveRequest, @Req() { caller }: WithCaller) {
    return this.ask('move', { order, clientId: caller.sub })
  }

  private async page(pattern: string, query: PageRequest, response: WithHeaders) {
    const page = await this.ask<Page>(pattern, query)
    response.header('X-Total-Count', String(page.totalCount))
    response.header('X-Page', String(page.page))
    response.header('X-Page-Size', String(page.pageSize))
    return page
  }

  private async ask<T>(pattern: string, payload: unknown): Promise<T> {
    try {
      return await firstValueFrom(this.inventory.send<T>(pattern, payload))
    } catch (error) {
      if (isFailure(error)) throw new HttpException(error.message, error.status)
      throw error
    }
  }
}
