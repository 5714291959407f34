import type { JsonSchemaType, JsonSchemaValidator } from "@modelcontextprotocol/client";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";

const validators = new Map<string, JsonSchemaValidator<unknown>>();
const ajv = new AjvJsonSchemaValidator();

/** Compiles each schema once for all clients, because compiling takes longer than most calls. */
export const jsonSchemaValidator = {
  getValidator<Data>(schema: JsonSchemaType): JsonSchemaValidator<Data> {
    const text = JSON.stringify(schema);
    const validator = validators.get(text) ?? ajv.getValidator(schema);
    validators.set(text, validator);
    return validator as JsonSchemaValidator<Data>;
  },
};
