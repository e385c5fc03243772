// Why the service has refused a change in place, in words for a person.

import { Refused } from "./failure.js";

const FACT = /(\w+)=(\S+)/g;

// Returns the failure with its reason in words. One that needs none, such as a mistake in the condition, stays as it is.
export function refusalInWords(failure) {
  const words = failure instanceof Refused ? WORDS[failure.code]?.(factsOf(failure.message)) : undefined;
  return words ? new Refused(failure.status, failure.code, `${words} Nothing was changed.`, failure.requestId) : failure;
}

function factsOf(message) {
  return Object.fromEntries([...message.matchAll(FACT)].map(([, name, value]) => [name, value.replace(/^Edm\./, "")]));
}

const WORDS = {
  UpdateConditionNotSatisfied: ({ condition }) => condition === "false" && "The condition does not hold for the stored entity.",
  ResourceNotFound: () => "No entity with these keys is stored. Correct the keys, or let the change create it.",
  OutOfRangeInput: ({ property, operation, type, reason, operand }) =>
    ({
      overflow: `${property}: the sum leaves the range of ${type}.`,
      notFinite: `${property}: the sum is not a finite number.`,
      notANumber: `${property}: NaN has no order. Set another value first.`,
    })[reason] ?? (operand && `${property}: ${operation} takes finite numbers only.`),
  InvalidValueType: ({ property, operation, stored, operand }) =>
    stored ? `${property} is stored as ${stored}, and the value of ${operation} is ${operand}. Choose a type that fits.` : property && `${property}: ${operation} takes no ${operand}.`,
  PropertyValueTooLarge: ({ property, unit, limit }) => unit && `${property} would have more than ${limit} ${unit === "units" ? "characters" : unit}.`,
};
