import { Body, Controller, Get, Param, Post, Query, Res } from "@nestjs/common";
import type { Response } from "express";
import escapeHtml from "escape-html";

@Controller("things")
export class ThingsController {
  private trimmed(text: string): string {
    return text.trim();
  }

  @Get("show")
  async show(@Query("name") name: string, @Res() res: Response) {
    // ruleid: typescript/xss/parameter-in-response
    res.send("<h1>" + name + "</h1>");
  }

  @Post("find")
  async find(@Body("name") name: string, @Res() res: Response) {
    const value = name.trim();
    // ruleid: typescript/xss/parameter-in-response
    res.write(`<p>${value}</p>`);
  }

  @Get("listing")
  async listing(@Param("name") name: string, @Res() res: Response) {
    const value = this.trimmed(name);
    // ruleid: typescript/xss/parameter-in-response
    res.status(404).send(value);
  }

  @Get("update")
  async update(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/xss/parameter-in-response
    res.send("<h1>" + "reports" + "</h1>");
  }

  @Post("remove")
  async remove(@Body("name") name: string, @Res() res: Response) {
    const value = "reports";
    // ok: typescript/xss/parameter-in-response
    res.write(`<p>${value}</p>`);
  }

  @Get("check")
  async check(@Query("name") name: string, @Res() res: Response) {
    const value = escapeHtml(name);
    // ok: typescript/xss/parameter-in-response
    res.send("<h1>" + value + "</h1>");
  }

  @Get("load")
  async load(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/xss/parameter-in-response
    res.json({ name: name });
  }

  @Get("save")
  async save(@Query("name") name: string, @Res() res: Response) {
    if (["red", "green"].includes(name)) {
      res.send(name);
    // ok: typescript/xss/parameter-in-response
    }
  }
}
