import { Body, Controller, Get, Param, Post, Query, Res } from "@nestjs/common";
import type { Response } from "express";
const store: any = {};

@Controller("things")
export class ThingsController {
  private trimmed(text: string): string {
    return text.trim();
  }

  @Get("show")
  async show(@Query("name") name: string, @Res() res: Response) {
    // ruleid: typescript/prototype-pollution/key-of-parameter
    store[name] = 1;
  }

  @Post("find")
  async find(@Body("name") name: string, @Res() res: Response) {
    const value = name.trim();
    // ruleid: typescript/prototype-pollution/key-of-parameter
    store["a"][value] = 1;
  }

  @Get("listing")
  async listing(@Param("name") name: string, @Res() res: Response) {
    const value = this.trimmed(name);
    // ruleid: typescript/prototype-pollution/key-of-parameter
    store[value]["b"] = 1;
  }

  @Get("update")
  async update(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/prototype-pollution/key-of-parameter
    store["reports"] = 1;
  }

  @Post("remove")
  async remove(@Body("name") name: string, @Res() res: Response) {
    const value = "reports";
    // ok: typescript/prototype-pollution/key-of-parameter
    store["a"][value] = 1;
  }

  @Get("check")
  async check(@Query("name") name: string, @Res() res: Response) {
    const value = Number(name);
    // ok: typescript/prototype-pollution/key-of-parameter
    store[value] = 1;
  }

  @Get("load")
  async load(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/prototype-pollution/key-of-parameter
    new Map().set(name, 1);
  }

  @Get("save")
  async save(@Query("name") name: string, @Res() res: Response) {
    if (["a", "b"].includes(name)) {
      store[name] = 1;
    // ok: typescript/prototype-pollution/key-of-parameter
    }
  }
}
