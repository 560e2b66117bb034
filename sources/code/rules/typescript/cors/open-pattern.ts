import cors from "cors";

// ruleid: typescript/cors/open-pattern
export const one = cors({ origin: /^https:\/\/www.example.org$/ });
// ruleid: typescript/cors/open-pattern
export const two = cors({ origin: [/https:\/\/app\.example\.org$/] });
// ruleid: typescript/cors/open-pattern
export const three = cors({ credentials: true, origin: /^https:\/\/app\.example\.org/ });

// ok: typescript/cors/open-pattern
export const four = cors({ origin: /^https:\/\/app\.example\.org$/ });
// ok: typescript/cors/open-pattern
export const five = cors({ origin: "https://example.org" });
const known = ["https://example.org"];
// ok: typescript/cors/open-pattern
export const six = cors({ origin: known });
