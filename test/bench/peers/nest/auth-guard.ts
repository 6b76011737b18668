import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  HttpException,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common'
import { JwtService } from '@nestjs/jwt'
import { verification } from '../settings.ts'
import { bearerOf, type Caller, isPermitted } from '../shop/caller.ts'
import { count, LIMIT_MESSAGE } from '../shop/limit.ts'
import { recall, remember } from '../shop/tokens.ts'

interface Incoming {
  method: string
  url: string
  headers: { authorization?: string }
  caller?: Caller
}
interface Outgoing {
  header(name: string, value: string): unknown
}

/** Token (as in docs.nestjs.com/security/authentication), rate limit and permission. */
@Injectable()
export class AuthGuard implements CanActivate {
  private readonly jwt: JwtService

  constructor(jwt: JwtService) {
    this.jwt = jwt
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp()
    const request = http.getRequest<Incoming>()
    const caller = await this.verify(bearerOf(request.headers.authorization) ?? '')
    request.caller = caller
    const { exceeded, headers } = await count(caller.sub)
    const response = http.getResponse<Outgoing>()
    for (const [name, value] of Object.entries(headers)) response.header(name, value)
    if (exceeded) throw new HttpException({ message: LIMIT_MESSAGE }, 429)
    if (!isPermitted(caller, request.method, request.url)) throw new ForbiddenException()
    return true
  }

  private async verify(token: string): Promise<Caller> {
    try {
      return recall(token) ?? remember(token, await this.jwt.verifyAsync<Caller>(token, verification))
    } catch {
      throw new UnauthorizedException()
    }
  }
}
