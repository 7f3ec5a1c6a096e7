import { type FaultCode, type FaultFacts, faultMessage } from "#domain/messages/stock-faults.ts";

export interface RowFault {
  readonly column: string;
  readonly value: string;
  readonly code: FaultCode;
  readonly message: string;
}

/** An issue with the text of a cell. */
export function fault(code: FaultCode, facts: FaultFacts): RowFault {
  return {
    column: facts.column,
    value: facts.value.slice(0, 500),
    code,
    message: faultMessage(code, facts),
  };
}
