import { Body, Controller, Get, Param, Post, Query, Res } from "@nestjs/common";
import type { Response } from "express";
import { Repository } from "typeorm";

@Controller("things")
export class ThingsController {
  constructor(private readonly users: Repository<object>) {}
  private trimmed(text: string): string {
    return text.trim();
  }

  @Get("show")
  async show(@Query("name") name: string, @Res() res: Response) {
    // ruleid: typescript/sql-injection/parameter-in-query-builder
    await this.users.query("SELECT * FROM users WHERE name = '" + name + "'");
  }

  @Post("find")
  async find(@Body("name") name: string, @Res() res: Response) {
    const value = name.trim();
    // ruleid: typescript/sql-injection/parameter-in-query-builder
    await this.users.createQueryBuilder("u").where(`u.name = '${value}'`).getMany();
  }

  @Get("listing")
  async listing(@Param("name") name: string, @Res() res: Response) {
    const value = this.trimmed(name);
    // ruleid: typescript/sql-injection/parameter-in-query-builder
    await this.users.query(`DELETE FROM users WHERE name = '${value}'`);
  }

  @Get("update")
  async update(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/sql-injection/parameter-in-query-builder
    await this.users.query("SELECT * FROM users WHERE name = '" + "reports" + "'");
  }

  @Post("remove")
  async remove(@Body("name") name: string, @Res() res: Response) {
    const value = "reports";
    // ok: typescript/sql-injection/parameter-in-query-builder
    await this.users.createQueryBuilder("u").where(`u.name = '${value}'`).getMany();
  }

  @Get("check")
  async check(@Query("name") name: string, @Res() res: Response) {
    const value = Number(name);
    // ok: typescript/sql-injection/parameter-in-query-builder
    await this.users.query("SELECT * FROM users WHERE name = '" + value + "'");
  }

  @Get("load")
  async load(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/sql-injection/parameter-in-query-builder
    await this.users.query("SELECT * FROM users WHERE name = $1", [name]);
  }

  @Post("save")
  async save(@Body("name") name: string, @Res() res: Response) {
    // ok: typescript/sql-injection/parameter-in-query-builder
    await this.users.createQueryBuilder("u").where("u.name = :name", { name: name }).getMany();
  }
}
