import { Body, Controller, Get, Param, Post, Query, Res } from "@nestjs/common";
import type { Response } from "express";
import axios from "axios";

@Controller("things")
export class ThingsController {
  private trimmed(text: string): string {
    return text.trim();
  }

  @Get("show")
  async show(@Query("name") name: string, @Res() res: Response) {
    // ruleid: typescript/ssrf/parameter-as-url
    await axios.get(name);
  }

  @Post("find")
  async find(@Body("name") name: string, @Res() res: Response) {
    const value = name.trim();
    // ruleid: typescript/ssrf/parameter-as-url
    await fetch("http://" + value + "/status");
  }

  @Get("listing")
  async listing(@Param("name") name: string, @Res() res: Response) {
    const value = this.trimmed(name);
    // ruleid: typescript/ssrf/parameter-as-url
    await axios.post(`http://${value}.example.org/`, value);
  }

  @Get("update")
  async update(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/ssrf/parameter-as-url
    await axios.get("reports");
  }

  @Post("remove")
  async remove(@Body("name") name: string, @Res() res: Response) {
    const value = "reports";
    // ok: typescript/ssrf/parameter-as-url
    await fetch("http://" + value + "/status");
  }

  @Get("check")
  async check(@Query("name") name: string, @Res() res: Response) {
    const value = encodeURIComponent(name);
    // ok: typescript/ssrf/parameter-as-url
    await axios.get(value);
  }

  @Get("load")
  async load(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/ssrf/parameter-as-url
    await axios.get("https://api.example.org/find", { params: { name: name } });
  }

  @Get("save")
  async save(@Query("name") name: string, @Res() res: Response) {
    if (["https://a.example.org/"].includes(name)) {
      await axios.get(name);
    // ok: typescript/ssrf/parameter-as-url
    }
  }
}
