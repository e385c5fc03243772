package io.weir.engine.query;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.KeyText;
import io.weir.api.filter.Filter;
import java.nio.ByteBuffer;
import java.util.List;

/** Makes conditions of filters. All that depends on the filter alone is worked out here, once. */
final class ConditionCompiler implements Filter.Handler<Condition> {

  private final PropertyNames names;

  ConditionCompiler(PropertyNames names) {
    this.names = names;
  }

  @Override
  public Condition comparison(Filter.Comparison filter) {
    return switch (filter.property()) {
      case "PartitionKey" -> partitionKey(filter);
      case "RowKey" -> rowKey(filter);
      case "Timestamp" -> timestamp(filter);
      default -> property(filter);
    };
  }

  @Override
  public Condition and(Filter.And filter) {
    var operands = compiled(filter.operands());
    return entity -> {
      for (var operand : operands) {
        if (!operand.holds(entity)) {
          return false;
        }
      }
      return true;
    };
  }

  @Override
  public Condition or(Filter.Or filter) {
    var operands = compiled(filter.operands());
    return entity -> {
      for (var operand : operands) {
        if (operand.holds(entity)) {
          return true;
        }
      }
      return false;
    };
  }

  @Override
  public Condition not(Filter.Not filter) {
    var operand = filter.operand().dispatch(this);
    return entity -> !operand.holds(entity);
  }

  @Override
  public Condition constant(Filter.Constant filter) {
    return filter.value() ? Condition.ALWAYS : Condition.NEVER;
  }

  private static Condition partitionKey(Filter.Comparison filter) {
    if (!(filter.literal() instanceof EdmString literal)) {
      return Condition.NEVER;
    }
    var operator = filter.operator();
    var text = KeyText.encode(literal.value());
    return entity -> operator.holds(entity.comparePartitionKey(text));
  }

  private static Condition rowKey(Filter.Comparison filter) {
    if (!(filter.literal() instanceof EdmString literal)) {
      return Condition.NEVER;
    }
    var operator = filter.operator();
    var text = KeyText.encode(literal.value());
    return entity -> operator.holds(entity.compareRowKey(text));
  }

  private static Condition timestamp(Filter.Comparison filter) {
    if (!(filter.literal() instanceof EdmDateTime literal)) {
      return Condition.NEVER;
    }
    var operator = filter.operator();
    var ticks = ByteBuffer.allocate(Long.BYTES).putLong(literal.ticks()).array();
    return entity -> operator.holds(entity.compareTimestamp(ticks));
  }

  private Condition property(Filter.Comparison filter) {
    var name = names.indexOf(filter.property());
    var test = filter.literal().dispatch(new ValueTests(filter.operator()));
    return entity -> {
      var property = entity.property(name);
      return property != null && test.holds(property);
    };
  }

  private Condition[] compiled(List<Filter> operands) {
    return operands.stream().map(operand -> operand.dispatch(this)).toArray(Condition[]::new);
  }
}
