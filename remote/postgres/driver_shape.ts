/** One row of an answer, by the names of its columns; 64-bit integers are text. */
export type Row = Readonly<Record<string, unknown>>;

/** What a statement is answered with. */
export interface Answered {
  readonly rows: readonly Row[];
  /** How many rows it has written or found. */
  readonly rowCount: number | null;
}

/** Asks one statement; values stand for `$1` and so on. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<Answered>;

/** A connection that a pool has lent. */
export interface DriverClient {
  readonly query: Query;
  on(event: "error", heard: (error: Error) => void): void;
  /** Gives it back; one that may be broken is closed. */
  release(isBroken?: boolean): void;
}

/** Connections that are made as they are needed. */
export interface DriverPool {
  readonly query: Query;
  connect(): Promise<DriverClient>;
  on(event: "error", heard: (error: Error) => void): void;
  on(event: "connect", heard: (client: DriverClient) => void): void;
  end(): Promise<void>;
}

/** How TLS is spoken. */
export interface DriverTls {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
  readonly checkServerIdentity?: () => undefined;
}

/** Where a database is, and how it is talked to. */
export interface DriverSettings {
  /** A name, an address, or the absolute path of the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database?: string;
  readonly user?: string;
  readonly password?: string;
  readonly ssl: false | DriverTls;
  readonly enableChannelBinding?: boolean;
  readonly application_name: string;
}

/** How connections are kept. */
export interface PoolSettings extends DriverSettings {
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  readonly query_timeout: number;
  readonly keepAlive: boolean;
  readonly allowExitOnIdle: boolean;
}

/** The package. */
export interface DriverModule {
  readonly Pool: new (settings: PoolSettings) => DriverPool;
}
