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

export class ReceiveRequest {
  @IsString()
  itemID!: string

  @IsNumber()
  @IsPositive()
  units!: number

  @IsInt()
  wid!: number

  @IsInt()
  reasonCode!: number

  @IsOptional()
  @IsString()
  spot?: string
}

export class MoveRequest {
  @IsString()
  itemID!: string

  @IsNumber()
  @IsPositive()
  units!: number

  @IsInt()
  wid!: number

  @IsString()
  toSpot!: string

  @IsInt()
  recno!: number
}
