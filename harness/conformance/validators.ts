/** One complaint of a compiled validator; the part of ajv's error that is read here. */
export interface ValidatorError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A compiled schema. Its complaints about the last value are in `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidatorError[] | null;
}

/** By method: who receives it, and the schemas of what it takes and answers. */
export type MethodTable = Readonly<Record<string, readonly { readonly side: string; readonly params: string; readonly result?: string }[]>>;

/** A schema as far as its shape is read. */
export interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape | true>>;
  readonly required?: readonly string[];
  readonly items?: Shape | true;
  readonly allOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly additionalProperties?: Shape | boolean;
  readonly unevaluatedProperties?: boolean;
  readonly 'x-deserialize-default-on-error'?: boolean;
  readonly 'x-deserialize-default-on-null'?: boolean;
  readonly 'x-deserialize-skip-invalid-items'?: boolean;
}

export type SchemaShapes = Readonly<Record<string, Shape>>;

export interface AcpValidators {
  readonly validators: Readonly<Record<string, Validator>>;
  readonly methods: MethodTable;
  readonly unstableMethods: MethodTable;
  readonly shapes: { readonly stable: SchemaShapes; readonly unstable: SchemaShapes };
  /** `tagNames` of both shapes, gathered by the build: walking them is worth milliseconds of each new worker. */
  readonly tags: { readonly stable: readonly string[]; readonly unstable: readonly string[] };
}

let loaded: Promise<AcpValidators> | undefined;

/** The compiled ACP schema, half a megabyte of it: loaded when the first run is checked, not when one is captured. A caller with time to spare may load it ahead. */
export function loadValidators(): Promise<AcpValidators> {
  return (loaded ??= import('./validators.gen.js'));
}
