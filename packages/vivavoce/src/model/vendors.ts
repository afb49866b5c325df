/** How a vendor's API is called on behalf of an agent's own client. */
export interface VendorApi {
  baseURL: string;
  /** The environment variable that names another base URL. */
  baseVariable: string;
  keyVariable: string;
  /** The headers that carry a key. */
  keyHeaders(key: string): Record<string, string>;
}

export interface Vendor {
  origin: string;
  /** Left out if Viva does not speak it. */
  api?: VendorApi;
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** The vendors' own servers: only there a call costs the list price, and many parallel calls are fine. */
export const vendors = {
  openai: {
    origin: "https://api.openai.com",
    api: {
      baseURL: "https://api.openai.com/v1",
      baseVariable: "OPENAI_BASE_URL",
      keyVariable: "OPENAI_API_KEY",
      keyHeaders: bearer,
    },
  },
  openrouter: {
    origin: "https://openrouter.ai",
    api: {
      baseURL: "https://openrouter.ai/api/v1",
      baseVariable: "OPENROUTER_BASE_URL",
      keyVariable: "OPENROUTER_API_KEY",
      keyHeaders: bearer,
    },
  },
  anthropic: {
    origin: "https://api.anthropic.com",
    api: {
      baseURL: "https://api.anthropic.com/v1",
      baseVariable: "ANTHROPIC_BASE_URL",
      keyVariable: "ANTHROPIC_API_KEY",
      keyHeaders: (key: string) => ({ "x-api-key": key }),
    },
  },
  google: { origin: "https://generativelanguage.googleapis.com" },
} satisfies Record<string, Vendor>;

/** The vendor at a URL, if Viva speaks its API. Whoever answers over plain http is unknown. */
export function vendorAt({ origin: asked }: URL): { name: string; api: VendorApi } | undefined {
  for (const [name, { origin, api }] of Object.entries<Vendor>(vendors)) {
    if (api && origin === asked) return { name, api };
  }
  return undefined;
}
