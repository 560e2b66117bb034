import { Body, Controller, Get, Param, Post, Query, Res } from "@nestjs/common";
import type { Response } from "express";

@Controller("things")
export class ThingsController {
  private trimmed(text: string): string {
    return text.trim();
  }

  @Get("show")
  async show(@Query("name") name: string, @Res() res: Response) {
    // ruleid: typescript/redirect/parameter-as-target
    res.redirect(name);
  }

  @Post("find")
  async find(@Body("name") name: string, @Res() res: Response) {
    const value = name.trim();
    // ruleid: typescript/redirect/parameter-as-target
    res.redirect(302, "https://" + value);
  }

  @Get("listing")
  async listing(@Param("name") name: string, @Res() res: Response) {
    const value = this.trimmed(name);
    // ruleid: typescript/redirect/parameter-as-target
    return { url: value, statusCode: 302 };
  }

  @Get("update")
  async update(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/redirect/parameter-as-target
    res.redirect("reports");
  }

  @Post("remove")
  async remove(@Body("name") name: string, @Res() res: Response) {
    const value = "reports";
    // ok: typescript/redirect/parameter-as-target
    res.redirect(302, "https://" + value);
  }

  @Get("check")
  async check(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/redirect/parameter-as-target
    res.redirect("/users/" + name);
  }

  @Get("load")
  async load(@Query("name") name: string, @Res() res: Response) {
    if (["/home", "/help"].includes(name)) {
      res.redirect(name);
    // ok: typescript/redirect/parameter-as-target
    }
  }
}
