import { Body, Controller, Patch, Post } from "@nestjs/common";
import type { Repository } from "typeorm";

class UserFields {
  name!: string;
}

@Controller("users")
export class UsersController {
  constructor(private readonly users: Repository<object>) {}

  @Post()
  add(@Body() body: any) {
    // ruleid: typescript/mass-assignment/body-as-record
    return this.users.save(body);
  }

  @Patch()
  change(@Body() body: Record<string, unknown>) {
    const fields = body;
    // ruleid: typescript/mass-assignment/body-as-record
    return this.users.update(1, fields);
  }

  @Post("copy")
  copy(@Body() body: object) {
    // ruleid: typescript/mass-assignment/body-as-record
    return Object.assign({ role: "user" }, body);
  }

  @Post("typed")
  typed(@Body() body: UserFields) {
    // ok: typescript/mass-assignment/body-as-record
    return this.users.save(body);
  }

  @Post("chosen")
  chosen(@Body() body: any) {
    // ok: typescript/mass-assignment/body-as-record
    return this.users.save({ name: String(body.name) });
  }

  @Post("named")
  named(@Body() body: any) {
    const fields = { name: String(body.name) };
    // ok: typescript/mass-assignment/body-as-record
    return this.users.save(fields);
  }
}
