package io.weir.api.contract;

import static io.weir.api.contract.Entities.key;

import io.weir.api.edm.EdmValue;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;

/** Changes of the property {@code Value} of the entity that cases use. */
final class Changes {

  private Changes() {}

  static WriteResult change(Table table, PropertyOperation operation) {
    return table.write(Write.change(key("TX", "1"), operation));
  }

  static PropertyOperation operation(Operator operator, EdmValue operand) {
    return PropertyOperation.of("Value", operator, operand);
  }
}
