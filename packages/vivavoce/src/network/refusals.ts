import { InfrastructureError } from "../base/index.ts";
import { type Connection, showConnection } from "./guard.ts";

/** A connection was refused in a replay: an outage, which says nothing about the agent. */
export class NetworkClosed extends InfrastructureError {
  readonly code = "VIVA_NETWORK_CLOSED";
  readonly host: string;
  readonly port: number | undefined;

  constructor(connection: Connection) {
    const where = showConnection(connection);
    super({
      // An agent that logs this logs the message alone, so the remedy is part of it.
      message: `the connection to ${where} (by ${connection.client}) was refused: a replay has no network. Ask models through context.model(), name the host with capture: { hosts: ["${where}"] } if a model answers there, allow it with network: { allow: ["${where}"] }, or run with --live`,
    });
    this.host = connection.host;
    this.port = connection.port;
  }
}

/** In a live run a model was asked past the gateway: its answers would be in no recording and no score. */
export class ModelCallUnseen extends InfrastructureError {
  readonly code = "VIVA_MODEL_CALL_UNSEEN";
  readonly host: string;
  readonly port: number | undefined;

  constructor(connection: Connection) {
    const where = showConnection(connection);
    super({
      message: `the connection to ${where} (by ${connection.client}) was refused: a model answers there, and Viva would not see the call. Viva sees what goes by fetch, http, https or undici's global dispatcher. Give the client the base URL of context.gateway(), which programs find in OPENAI_BASE_URL, or let the host pass unseen with capture: { allow: ["${connection.host}"] }`,
    });
    this.host = connection.host;
    this.port = connection.port;
  }
}
