import { Type } from 'class-transformer'
import { IsInt, IsNumber, IsOptional, IsPositive, IsString } from 'class-validator'

export class PageRequest {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  page?: number

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  pageSize?: number
}

/** The item, the warehouse and the units of a stock change. */
class StockRequest {
  @IsString()
  itemID!: string

  @IsNumber()
  @IsPositive()
  units!: number

  @IsInt()
  wid!: number
}

export class ReceiveRequest extends StockRequest {
  @IsInt()
  reasonCode!: number

  @IsOptional()
  @IsString()
  spot?: string
}

export class MoveRequest extends StockRequest {
  @IsString()
  toSpot!: string

  @IsInt()
  recno!: number
}
